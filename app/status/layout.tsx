export { PublicShell as default } from '@/app/_request/shell'

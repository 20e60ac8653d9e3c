export { Shell as default } from '@/app/_request/shell'

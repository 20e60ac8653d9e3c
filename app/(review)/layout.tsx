export { Providers as default } from '@/app/_request/providers'

export { default, generateMetadata } from '@/app/_request/forbidden'

export { default, generateMetadata } from '@/app/_request/not-found'

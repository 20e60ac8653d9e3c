export { default, generateMetadata } from '@/app/_request/framed-not-found'

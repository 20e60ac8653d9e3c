export { SplitAuthLayout as default } from '@/components/landing/split-auth-layout'

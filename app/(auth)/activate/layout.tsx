export { WithFace as default } from '@/components/landing/face'

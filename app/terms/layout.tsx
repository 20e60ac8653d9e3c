/** The terms themselves are public; accepting them asks who is signed in. */
export { PublicShell as default } from '@/app/_request/shell'

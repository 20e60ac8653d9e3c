import type { ReactNode } from 'react'
import { Shell } from '@/app/_request/shell'

/** The terms themselves are public; accepting them asks who is signed in. */
export default function TermsLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>
}

import type { ReactNode } from 'react'
import { PublicShell } from '@/app/_request/shell'

/** Public: it shows who is signed in, and guards nothing. Only the frame: its scripts are those of every other page. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return <PublicShell>{children}</PublicShell>
}

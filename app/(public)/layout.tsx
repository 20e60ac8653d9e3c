import type { ReactNode } from 'react'
import { PublicShell } from '@/app/_request/shell'

export default function PublicLayout({ children }: { children: ReactNode }) {
  return <PublicShell landing>{children}</PublicShell>
}

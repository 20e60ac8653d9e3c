import type { ReactNode } from 'react'
import { Shell } from '@/app/_request/shell'

export default function PublicLayout({ children }: { children: ReactNode }) {
  return <Shell landing>{children}</Shell>
}

import type { ReactNode } from 'react'
import { Shell } from '@/app/_request/shell'

export default function ReviewLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>
}

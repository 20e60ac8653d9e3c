import type { ReactNode } from 'react'
import { Shell } from '@/app/_request/shell'

export default function AnnouncementsLayout({ children }: { children: ReactNode }) {
  return <Shell>{children}</Shell>
}

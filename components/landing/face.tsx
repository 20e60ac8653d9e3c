import type { ReactNode } from 'react'
import { CounterPicture } from '@/components/landing/picture'

/** A page before an account: its form, and in wide windows the counter next to it. */
export function WithFace({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start gap-12 lg:grid-cols-2 lg:*:first:mx-0">
      {children}
      <div className="max-lg:hidden">
        <CounterPicture />
      </div>
    </div>
  )
}

'use client'

import { type ReactNode, useState } from 'react'

/**
 * Around a rehearsal: its certificate is printed before the eyes of those who saw it pass, and lies there for others.
 */
export function Printer({ passed, children }: { passed: boolean; children: ReactNode }) {
  const [before] = useState(passed)
  return (
    <div data-prints={(passed && !before) || undefined} className="grid gap-6">
      {children}
    </div>
  )
}

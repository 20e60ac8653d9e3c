import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

/** A word between two ways to do the same, on a line. */
export function Divider({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={classNames(
        'flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
        className,
      )}
    >
      {children}
    </p>
  )
}

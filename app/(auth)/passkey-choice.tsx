import type { ReactNode } from 'react'

/** A passkey first, as it is one press; below it what does instead. */
export function PasskeyChoice({
  or,
  passkey,
  children,
}: {
  or: string
  passkey: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid gap-6">
      {passkey}
      <p className="needs-script flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {or}
      </p>
      {children}
    </div>
  )
}

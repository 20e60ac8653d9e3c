import type { ReactNode } from 'react'
import { initialsOf } from '@/components/shell/initials'

type Props = {
  person: { displayName: string; email: string }
  /** The name as a link, if it leads anywhere. */
  children?: (name: string) => ReactNode
}

/** Someone: their initials, their name, and their address, as anyone can choose a name. Server component. */
export function Person({ person: { displayName, email }, children = (name) => name }: Props) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <span
        aria-hidden="true"
        data-initials={initialsOf(displayName || email)}
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-[0.625rem] text-accent before:content-[attr(data-initials)] forced-colors:border"
      />
      <span className="grid min-w-0 leading-5">
        <span className="font-medium text-sm [overflow-wrap:anywhere]">{children(displayName || email)}</span>
        {displayName && (
          <span className="font-normal text-muted text-xs [overflow-wrap:anywhere]">{email}</span>
        )}
      </span>
    </span>
  )
}

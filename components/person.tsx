import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Address } from '@/components/ui/address'

type Props = {
  person: { displayName: string; email: string }
  /** Only their name, with the address as its title: for staff, whose names no stranger can choose. */
  brief?: boolean
  /** The name as a link, if it leads anywhere. */
  children?: (name: string) => ReactNode
}

/** Someone: their initials, their name, and their address, as anyone can choose a name. Server component. */
export function Person({ person: { displayName, email }, brief, children = (name) => name }: Props) {
  return (
    <span
      title={brief && displayName ? email : undefined}
      className="inline-flex min-w-0 items-center gap-2.5"
    >
      <span
        aria-hidden="true"
        data-initials={initialsOf(displayName || email)}
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-[0.625rem] text-accent before:content-[attr(data-initials)] forced-colors:border"
      />
      <span className={classNames('grid min-w-0 leading-5', !brief && 'lg:min-w-52')}>
        <span className="font-medium text-sm [&_a]:min-h-5 [overflow-wrap:anywhere]">
          {children(displayName || email)}
        </span>
        {displayName && !brief && (
          <span className="font-normal text-muted text-xs [overflow-wrap:break-word]">
            <Address>{email}</Address>
          </span>
        )}
      </span>
    </span>
  )
}

/** Two letters for a person, from their name or e-mail address. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}

/** A member's role in a team. Server component. */
export function RoleName({ role }: { role: 'owner' | 'member' }) {
  return <span className="text-sm">{useTranslations('team.role')(role)}</span>
}

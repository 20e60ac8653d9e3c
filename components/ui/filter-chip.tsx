import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'

type Props = {
  /** With the criterion, or without it once it is set. */
  href: string
  isSet: boolean
  /** What pressing a set one does, for people who can't see the cross. */
  remove: string
  mono?: boolean
  children: ReactNode
}

/** The look of a chip, set or not, for other elements than links as well. */
export function chipLook(isSet: boolean, mono = false): string {
  return classNames(
    'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2.5 text-xs',
    mono ? 'font-mono' : 'font-medium',
    isSet
      ? 'border-accent bg-accent-soft text-ink'
      : 'border-line bg-surface text-muted hover:border-line-strong hover:text-ink',
  )
}

/** One criterion of a list, as a link that sets it or removes it. */
export function FilterChip({ href, isSet, remove, mono, children }: Props) {
  return (
    <Link href={href} aria-current={isSet || undefined} className={chipLook(isSet, mono)}>
      {children}
      {isSet && (
        <>
          <X className="size-3.5" aria-hidden="true" />
          <span className="sr-only">({remove})</span>
        </>
      )}
    </Link>
  )
}

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

/** One criterion of a list, as a link that sets it or removes it. */
export function FilterChip({ href, isSet, remove, mono, children }: Props) {
  return (
    <Link
      href={href}
      aria-current={isSet || undefined}
      className={classNames(
        'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-xs',
        mono ? 'font-mono' : 'font-medium',
        isSet
          ? 'border-transparent bg-ink text-surface'
          : 'border-line-strong bg-surface text-muted hover:bg-raised hover:text-ink',
      )}
    >
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

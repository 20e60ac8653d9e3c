import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

type Props = {
  title?: ReactNode
  /** Next to the title: a badge or a button. */
  aside?: ReactNode
  children?: ReactNode
  level?: 2 | 3
  id?: string
  className?: string
}

/** A surface for a single subject. */
export function Card({ title, aside, children, level = 2, id, className }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section
      id={id}
      className={classNames(
        'min-w-0 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6',
        className,
      )}
    >
      {(title || aside) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          {title && <Heading className="text-lg">{title}</Heading>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

type Props = { id: string; title: string; lead: string; children: ReactNode; className?: string }

/** One section of the landing page: a heading, a sentence and its content. */
export function LandingSection({ id, title, lead, children, className }: Props) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className={classNames('mx-auto max-w-page px-4 py-14 sm:px-6 sm:py-20')}>
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <p className="mt-2 max-w-prose text-lg text-muted">{lead}</p>
        <div className="mt-8 sm:mt-10">{children}</div>
      </div>
    </section>
  )
}

/** A number in a window, like the sign above a counter. */
export function CounterNumber({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid h-12 w-10 shrink-0 place-items-center rounded-t-full rounded-b-md pt-1 font-mono font-semibold',
        className,
      )}
    >
      {children}
    </span>
  )
}

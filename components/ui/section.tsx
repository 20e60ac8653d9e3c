import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

type Props = {
  title: ReactNode
  /** Why one would look at it, in a clause. */
  lead?: ReactNode
  /** At the end of the heading's line: a button or a link. */
  act?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** Facts, a table or a form that lies on the page, below its heading. Server component. */
export function Section({ title, lead, act, id, className, children }: Props) {
  return (
    <section id={id} className={classNames('grid min-w-0 content-start gap-3', className)}>
      <div className="section-head flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b pb-2">
        <h2 className="text-subject">{title}</h2>
        {lead && <p className="min-w-0 text-muted text-xs">{lead}</p>}
        {act && <div className="no-print ml-auto text-xs">{act}</div>}
      </div>
      {children}
    </section>
  )
}

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

/**
 * Long and wide tables scroll in their own box, which the keyboard can reach; in print they are complete, and on a
 * phone, where they are cards.
 */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="-mx-2 px-2 focus-visible:-outline-offset-2 md:max-h-[40rem] md:overflow-auto print:max-h-none"
    >
      {children}
    </section>
  )
}

type CardProps = {
  title?: ReactNode
  /** Next to the title: a badge or a button. */
  aside?: ReactNode
  children?: ReactNode
  level?: 2 | 3
  id?: string
  className?: string
}

/** A surface for a single subject. */
export function Card({ title, aside, children, level = 2, id, className }: CardProps) {
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

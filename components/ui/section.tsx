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

import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

const dots = {
  neutral: 'border-line-strong bg-surface',
  info: 'border-info bg-info',
  success: 'border-success bg-success',
  warning: 'border-warning bg-warning',
  danger: 'border-danger bg-danger',
}

export type TimelineEntry = {
  key: string
  title: ReactNode
  /** The actor and time, in words. */
  meta?: ReactNode
  body?: ReactNode
  tone?: keyof typeof dots
}

/** Events, in the order given, a row each. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="text-sm">
      {entries.map(({ key, title, meta, body, tone = 'neutral' }) => (
        <li
          key={key}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] items-baseline gap-x-2 border-line border-b py-1.5 last:border-b-0"
        >
          <span aria-hidden="true" className={classNames('size-2 rounded-full border-2', dots[tone])} />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-medium">{title}</p>
            {meta && <p className="text-muted text-xs">{meta}</p>}
          </div>
          {body && <div className="col-start-2">{body}</div>}
        </li>
      ))}
    </ol>
  )
}

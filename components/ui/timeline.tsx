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

/** Events, in the order given. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="grid">
      {entries.map((entry) => (
        <li key={entry.key} className="group relative grid gap-1 pb-6 pl-8 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-4 bottom-0 left-[0.5625rem] w-px bg-line group-last:hidden"
          />
          <span
            aria-hidden="true"
            className={classNames(
              'absolute top-1.5 left-1 size-3 rounded-full border-2',
              dots[entry.tone ?? 'neutral'],
            )}
          />
          <p className="font-medium">{entry.title}</p>
          {entry.meta && <p className="text-muted text-sm">{entry.meta}</p>}
          {entry.body && <div className="mt-1 text-sm">{entry.body}</div>}
        </li>
      ))}
    </ol>
  )
}

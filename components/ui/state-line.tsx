import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

/** The colour of a lamp, wherever it is. */
export const lamps = {
  info: 'bg-info ring-info-soft',
  success: 'bg-success ring-success-soft',
  warning: 'bg-warning ring-warning-soft',
  danger: 'bg-danger ring-danger-soft',
  neutral: 'bg-line-strong ring-raised',
} as const

type Props = {
  tone: keyof typeof lamps
  title: ReactNode
  /** The evidence. */
  children?: ReactNode
  /** At the end of the line. */
  act?: ReactNode
  /** Whether it is the result of the last act: announced, and where the focus is. */
  fresh?: boolean
}

/** How something is: the judgement, then its evidence. Server component. */
export function StateLine({ tone, title, children, act, fresh }: Props) {
  return (
    <div className="flex min-h-7 flex-wrap items-baseline gap-x-3 gap-y-2">
      <span
        aria-hidden="true"
        className={classNames('ml-1 size-2 shrink-0 rounded-full ring-4', lamps[tone])}
      />
      <div
        role={fresh ? 'status' : undefined}
        tabIndex={fresh ? -1 : undefined}
        className="flex min-w-0 flex-[1_1_18rem] flex-wrap items-baseline gap-x-2"
      >
        <h2 className="text-subject">{title}</h2>
        {children && <p className="min-w-0 text-muted text-sm">{children}</p>}
      </div>
      {act && <div className="no-print flex sm:ml-auto flex-wrap items-center gap-3">{act}</div>}
    </div>
  )
}

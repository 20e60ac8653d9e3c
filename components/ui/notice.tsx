import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'

const tones = {
  info: { look: 'border-info/40 bg-info-soft', mark: 'text-info', Icon: Info },
  success: { look: 'border-success/40 bg-success-soft', mark: 'text-success', Icon: CircleCheck },
  warning: { look: 'border-warning/40 bg-warning-soft', mark: 'text-warning', Icon: TriangleAlert },
  danger: { look: 'border-danger/40 bg-danger-soft', mark: 'text-danger', Icon: CircleAlert },
}

type Props = {
  tone?: keyof typeof tones
  title?: string
  children?: ReactNode
  /** `status` or `alert` when the notice reports the result of an action. */
  role?: 'status' | 'alert'
  className?: string
}

/** Information for the reader, in a box. */
export function Notice({ tone = 'info', title, children, role, className }: Props) {
  const { look, mark, Icon } = tones[tone]
  return (
    <div
      role={role}
      tabIndex={role && -1}
      className={classNames('flex gap-3 rounded-xl border p-4', look, className)}
    >
      <Icon className={classNames('mt-0.5 size-5 shrink-0', mark)} aria-hidden="true" />
      <div className="grid min-w-0 gap-1 text-sm">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="grid gap-2">{children}</div>}
      </div>
    </div>
  )
}

type EmptyStateProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

/** Nothing to list: a counter that no one has come to, the reason, and the one thing to do about it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5 py-2">
      <div aria-hidden="true" className="mb-3">
        <span className="ml-2 grid h-14 w-12 place-items-center rounded-t-full bg-accent-soft pt-1 text-accent [&_svg]:size-5">
          {icon}
        </span>
        <div className="ledge h-1.5 w-16" />
      </div>
      <h2 className="text-xl">{title}</h2>
      {children && <div className="max-w-prose text-muted text-sm">{children}</div>}
      {action && <div className="mt-3 min-w-0 max-w-full">{action}</div>}
    </div>
  )
}

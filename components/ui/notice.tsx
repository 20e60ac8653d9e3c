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

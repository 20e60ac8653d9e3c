import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

/** Nothing to list: a counter that no one has come to, the reason, and the one thing to do about it. */
export function EmptyState({ icon, title, children, action }: Props) {
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

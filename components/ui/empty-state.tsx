import type { ReactNode } from 'react'

/** An empty list: the reason, and the one thing to do about it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-3 rounded-2xl border border-line-strong border-dashed bg-surface px-5 py-12 text-center sm:py-16">
      {icon && (
        <span className="grid size-14 place-items-center rounded-t-full rounded-b-lg bg-accent-soft text-accent [&_svg]:size-6">
          {icon}
        </span>
      )}
      <h2 className="text-xl">{title}</h2>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-3 min-w-0 max-w-full">{action}</div>}
    </div>
  )
}

import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/class-names'

type Props = Omit<ComponentProps<'li'>, 'children'> & {
  tone: 'done' | 'todo' | 'open'
  name: ReactNode
  /** For readers of the page by ear, where no word shows it. */
  sign?: string
  /** What there is of it, or what it takes. */
  children: ReactNode
  act?: ReactNode
}

/** One requirement: whether it is there, its name, what there is, and the act on it. */
export function ChecklistRow({ tone, name, sign, children, act, ...rest }: Props) {
  const todo = tone === 'todo'
  return (
    <li
      {...rest}
      className={classNames(
        'relative grid min-h-14 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 text-sm sm:grid-cols-[1.25rem_11rem_minmax(0,1fr)_auto]',
        todo
          ? 'not-last:-mb-px -mx-2 min-h-16 rounded-lg border border-line-strong border-dashed bg-surface px-[calc(0.5rem-1px)] sm:-mx-4 sm:px-[calc(1rem-1px)] in-data-dropping:data-drop:bg-accent-soft'
          : 'border-line border-b',
      )}
    >
      <span
        className={classNames(
          'inline-grid size-5 place-items-center rounded-full [&_svg]:size-3',
          tone === 'done' ? 'bg-success-soft text-success' : 'border-[1.5px]',
          todo ? 'border-warning border-dashed' : tone === 'open' && 'border-line-strong',
        )}
      >
        {tone === 'done' && <Check aria-hidden="true" />}
        {sign && <span className="sr-only">{sign}</span>}
      </span>
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      <div className="grid min-w-0 gap-1 text-muted text-xs [overflow-wrap:anywhere] max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2">
        {children}
      </div>
      {act && <div className="max-sm:has-[input]:col-start-2">{act}</div>}
    </li>
  )
}

import { classNames } from '@/components/class-names'

type Props = {
  label?: string
  steps: { title: string; body: string }[]
  /** The number of the step that it has come to: its counter is lit. Without, they only lead to the last. */
  current?: number
}

/** Steps as numbered counters on one ledge, above what each is; on a phone below each other. */
export function Stepper({ label, steps, current }: Props) {
  return (
    <ol aria-label={label} className="grid gap-y-4 lg:auto-cols-fr lg:grid-flow-col">
      {steps.map(({ title, body }, index) => (
        <li
          key={title}
          aria-current={index === current ? 'step' : undefined}
          className="group grid grid-cols-[3rem_1fr] gap-x-4 lg:block"
        >
          <div aria-hidden="true">
            <span
              className={classNames(
                'grid h-12 w-11 place-items-center rounded-t-full pt-1 font-semibold lg:h-14 lg:w-12',
                index === current
                  ? 'bg-[var(--lamp)] text-[var(--lamp-ink)]'
                  : index < (current ?? steps.length - 1) === (current === undefined)
                    ? 'bg-production-soft text-production'
                    : 'bg-production-solid text-production-ink',
              )}
            >
              {index + 1}
            </span>
            <div className="ledge h-1.5 max-lg:w-11 lg:h-2 lg:rounded-none lg:group-first:rounded-l-[3px] lg:group-last:rounded-r-[3px]" />
          </div>
          <div className="lg:pt-3.5 lg:pr-8">
            <h3>{title}</h3>
            <p className="text-muted text-sm">{body}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

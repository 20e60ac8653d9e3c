import { classNames } from '@/components/class-names'

type Props = {
  label?: string
  steps: { title: string /** When. */; note?: string; body: string }[]
  /** The number of the step that it has come to: its counter is lit. Without, they only lead to the last. */
  current?: number
}

/** Steps as numbered counters on one ledge, above what each is; on a phone below each other, as in a narrow column. */
export function Stepper({ label, steps, current }: Props) {
  return (
    <div className="@container">
      <ol aria-label={label} className="grid gap-y-4 @3xl:auto-cols-fr @3xl:grid-flow-col">
        {steps.map(({ title, note, body }, index) => (
          <li
            key={title}
            aria-current={index === current ? 'step' : undefined}
            className="group grid grid-cols-[3rem_1fr] gap-x-4 @3xl:block"
          >
            <div aria-hidden="true">
              <span
                className={classNames(
                  'grid h-12 w-11 place-items-center rounded-t-full pt-1 font-semibold @3xl:h-14 @3xl:w-12',
                  index === current
                    ? 'bg-[var(--lamp)] text-[var(--lamp-ink)]'
                    : index < (current ?? steps.length - 1) === (current === undefined)
                      ? 'bg-production-soft text-production'
                      : 'bg-production-solid text-production-ink',
                )}
              >
                {index + 1}
              </span>
              <div className="ledge h-1.5 @max-3xl:w-11 @3xl:h-2 @3xl:rounded-none @3xl:group-first:rounded-l-[3px] @3xl:group-last:rounded-r-[3px]" />
            </div>
            <div className="@3xl:pt-3.5 @3xl:pr-8">
              <h3>
                {title}
                {note && <span className="ml-2.5 font-normal text-muted text-xs">{note}</span>}
              </h3>
              <p className="text-muted text-sm">{body}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

import { useFormatter } from 'next-intl'
import { classNames } from '@/components/class-names'

type Format = 'date' | 'moment' | 'exact' | 'time'
type Props = { at: Date; as?: Format | 'relative'; timeZone?: string }

/** A point in time as the reader's language writes it, with its time zone; or how far away it is. Server component. */
export function Moment({ at, as = 'moment', timeZone = 'UTC' }: Props) {
  const format = useFormatter()
  return (
    <time
      dateTime={at.toISOString()}
      title={as === 'relative' ? writeMoment(format, at) : undefined}
      className={classNames('tabular-nums', timeZone === 'UTC' && 'whitespace-nowrap')}
    >
      {as === 'relative' ? format.relativeTime(at) : writeMoment(format, at, as, timeZone)}
    </time>
  )
}

/** The same as text, for what can hold no element. */
export function writeMoment(
  format: Pick<ReturnType<typeof useFormatter>, 'dateTime'>,
  at: Date,
  as: Format = 'moment',
  timeZone = 'UTC',
): string {
  const text = format.dateTime(at, as, { timeZone })
  return as === 'date' ? text : `${text} ${timeZone}`
}

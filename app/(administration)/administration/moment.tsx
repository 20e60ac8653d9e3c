import { useFormatter, useTranslations } from 'next-intl'

/** A point in time, in UTC and in the reader's way of writing it. Server component. */
export function Moment({ at }: { at: Date }) {
  const format = useFormatter()
  const t = useTranslations('administration')
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap tabular-nums">
      {t('time', { time: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }) })}
    </time>
  )
}

import { createFormatter, useFormatter, useTimeZone } from 'next-intl'
import { useLocale } from '@/i18n/current-locale'
import { formats } from '@/i18n/formats'
import { type Locale, locales, tagOf } from '@/lib/languages'

type Format = keyof typeof formats.dateTime
type Props = {
  at: Date
  as?: Format | 'relative'
  /** The time zone for readers who have not chosen one, instead of UTC. */
  timeZone?: string
}

const formatters = Object.fromEntries(
  locales.map((locale) => [locale, createFormatter({ locale: tagOf(locale) as Locale, formats })]),
) as Record<Locale, ReturnType<typeof createFormatter>>

/**
 * A point in time as the reader's language writes it, in their time zone, which is shown; or how far away it is. Server
 * component.
 */
export function DateTime({ at, as = 'moment', timeZone = 'UTC' }: Props) {
  const format = useFormatter()
  const write = useMomentWriter(timeZone)
  return (
    <time
      dateTime={at.toISOString()}
      title={as === 'relative' ? write(at) : undefined}
      className="tabular-nums"
    >
      {as === 'relative' ? format.relativeTime(at) : write(at, as)}
    </time>
  )
}

/** Writes points in time as {@link DateTime} does, and periods: what both ends share is said once. */
export function useMomentWriter(timeZone = 'UTC'): (at: Date, as?: Format, to?: Date | null) => string {
  const locale = useLocale()
  const chosen = useTimeZone() ?? 'UTC'
  return (at, as, to) => formatDateTime(locale, at, as, chosen === 'UTC' ? timeZone : chosen, to)
}

/** The same as text, for what can hold no element; pass the reader's `timeZone`, except where the record's is shown. */
export function formatDateTime(
  locale: Locale,
  at: Date,
  as: Format = 'moment',
  timeZone = 'UTC',
  to?: Date | null,
): string {
  // The formats of a record's days and of charts have a fixed time zone.
  const own = 'timeZone' in formats.dateTime[as]
  const overrides = own ? undefined : { timeZone }
  const { dateTime, dateTimeRange } = formatters[locale]
  return to ? dateTimeRange(at, to, as, overrides) : dateTime(at, as, overrides)
}

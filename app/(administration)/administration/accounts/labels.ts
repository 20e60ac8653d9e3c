import { getFormatter, getTranslations } from 'next-intl/server'
import { formatDateTime } from '@/components/ui/date-time'
import { getLocale } from '@/i18n/current-locale'
import { now } from '@/lib/clock'
import { findEmailAddresses } from '@/lib/developers/directory'
import type { AccountEntry } from '@/lib/wallet/queries'

/** The facts about a number in one environment, in the reader's language. */
export type FoundAccount = { title: string; items: { term: string; value: string }[] }

type Origin = NonNullable<AccountEntry['origin']>

/** The texts for the result of a search. */
export async function describeEntries(entries: AccountEntry[]): Promise<FoundAccount[]> {
  const t = await getTranslations('accountFiles.found')
  const locale = await getLocale()
  const emails = await findEmailAddresses(entries.map(({ origin }) => origin?.requestedById ?? null))
  const origin = (found: Origin) =>
    t(`origin.${found.source as 'file' | 'stream' | 'upload' | 'feed'}`, {
      id: found.id,
      moment: formatDateTime(locale, found.createdAt),
      who: emails.get(found.requestedById ?? '') ?? found.operator ?? t('unknownOperator'),
    })
  return entries.map(({ environment, state, asOf, removedAt, ...entry }) => ({
    title: t(environment),
    items: [
      { term: t('state'), value: t(`states.${state}`) },
      ...(asOf
        ? [{ term: t(removedAt ? 'removedAsOf' : 'changedAsOf'), value: formatDateTime(locale, asOf) }]
        : []),
      ...(removedAt ? [{ term: t('removedAt'), value: formatDateTime(locale, removedAt) }] : []),
      ...(asOf ? [{ term: t('import'), value: entry.origin ? origin(entry.origin) : t('noOrigin') }] : []),
    ],
  }))
}

const units = { day: 86_400, hour: 3600, minute: 60, second: 1 }

/** Lengths of time in the largest unit that they have two of: "1.8 s", "3 h". */
export async function createDurationFormatter() {
  const t = await getTranslations('accountFiles.feed.unit')
  const format = await getFormatter()
  const duration = (ms: number) => {
    const seconds = ms / 1000
    const unit =
      (['day', 'hour', 'minute'] as const).find((each) => seconds >= 2 * units[each]) ?? ('second' as const)
    return { value: format.number(seconds / units[unit], { maximumFractionDigits: 1 }), unit: t(unit) }
  }
  return { duration, sentence: (ms: number) => Object.values(duration(ms)).join('\u00a0') }
}

export function secondsAgo(seconds: number): Date {
  return new Date(now().getTime() - seconds * 1000)
}

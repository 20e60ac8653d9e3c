import { getLocale, getTranslations } from 'next-intl/server'
import { writeMoment } from '@/components/ui/moment'
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
      moment: writeMoment(locale, found.createdAt),
      who: emails.get(found.requestedById ?? '') ?? found.operator ?? t('unknownOperator'),
    })
  return entries.map(({ environment, state, asOf, removedAt, ...entry }) => ({
    title: t(environment),
    items: [
      { term: t('state'), value: t(`states.${state}`) },
      ...(asOf
        ? [{ term: t(removedAt ? 'removedAsOf' : 'changedAsOf'), value: writeMoment(locale, asOf) }]
        : []),
      ...(removedAt ? [{ term: t('removedAt'), value: writeMoment(locale, removedAt) }] : []),
      ...(asOf ? [{ term: t('import'), value: entry.origin ? origin(entry.origin) : t('noOrigin') }] : []),
    ],
  }))
}

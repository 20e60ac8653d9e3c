import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Query } from '@/components/query'
import type { Usage } from '@/lib/usage/schema'
import { ErrorsLink, RequestsLink, type RequestsPlace } from './requests-link'
import { callsOf, type UsageWording } from './wording'

type Props = { total: Usage; wording: UsageWording; place: RequestsPlace }

/** The period in six numbers, each of which leads to its requests. */
export async function Totals({ total, wording, place }: Props) {
  const t = await getTranslations('usage.totals')
  const calls = callsOf(total)
  const ofTokens = { endpoint: 'token', status: '2xx' }
  const items: { term: string; value: ReactNode; filter?: Query | null; note?: ReactNode }[] = [
    { term: t('calls'), value: wording.count(calls) },
    {
      term: t('errors'),
      value: <ErrorsLink usage={total} count={wording.count} place={place} sum />,
      filter: null,
      note: calls > 0 && t('errorShare', { share: wording.share(total.errors / calls) }),
    },
    { term: t('p50'), value: wording.latency(total.p50) },
    { term: t('p95'), value: wording.latency(total.p95) },
    { term: t('minted'), value: wording.count(total.tokensMinted), filter: ofTokens },
    { term: t('reused'), value: wording.count(total.tokensReused), filter: ofTokens },
  ]
  return (
    <section aria-label={t('title')}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {items.map(({ term, value, filter, note }) => (
          <div
            key={term}
            className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4 shadow-card"
          >
            <dt className="min-h-10 text-muted text-sm">{term}</dt>
            <dd className="grid">
              <span className="font-semibold text-xl tabular-nums">
                {filter === null ? (
                  value
                ) : (
                  <RequestsLink place={place} filter={filter}>
                    {value}
                  </RequestsLink>
                )}
              </span>
              {note && <span className="text-muted text-xs">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Query } from '@/components/query'
import type { Usage } from '@/lib/usage/schema'
import { errorsFilter, RequestsLink, type RequestsPlace } from './requests-link'
import { callsOf, type UsageWording } from './wording'

type Props = { total: Usage; wording: UsageWording; place: RequestsPlace }

/** The period in six numbers, each of which leads to its requests. */
export async function Totals({ total, wording, place }: Props) {
  const t = await getTranslations('usage.totals')
  const { errors, refused, limited, failed } = total
  const calls = callsOf(total)
  const ofErrors = errorsFilter(total)
  const ofTokens = { endpoint: 'token', status: '2xx' }
  const share = calls > 0 && t('errorShare', { share: wording.share(errors / calls) })
  const items: { term: string; value: string; filter?: Query | null; note?: ReactNode }[] = [
    { term: t('calls'), value: wording.count(calls) },
    {
      term: t('errors'),
      value: wording.count(errors),
      filter: errors > 0 && ofErrors ? ofErrors : null,
      note: ofErrors ? (
        share
      ) : (
        <Classes {...{ wording, place }} counts={{ '4xx': refused + limited, '5xx': failed }} />
      ),
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

type ClassesProps = Pick<Props, 'wording' | 'place'> & { counts: Record<string, number> }

/** Errors of both classes: no one filter finds them all. */
function Classes({ counts, wording, place }: ClassesProps) {
  return (
    <>
      {Object.entries(counts).map(([status, count]) => (
        <span key={status} className="mr-2 inline-block min-h-6 whitespace-nowrap">
          <RequestsLink place={place} filter={{ status }}>
            {`${wording.count(count)} × ${status}`}
          </RequestsLink>
        </span>
      ))}
    </>
  )
}

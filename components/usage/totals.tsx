import { getTranslations } from 'next-intl/server'
import type { Usage } from '@/lib/usage/schema'
import { callsOf, type UsageWording } from './wording'

/** The period in six numbers. */
export async function Totals({ total, wording }: { total: Usage; wording: UsageWording }) {
  const t = await getTranslations('usage.totals')
  const { errors } = total
  const calls = callsOf(total)
  const share = calls === 0 ? undefined : t('errorShare', { share: wording.share(errors / calls) })
  const items: { term: string; value: string; note?: string }[] = [
    { term: t('calls'), value: wording.count(calls) },
    { term: t('errors'), value: wording.count(errors), note: share },
    { term: t('p50'), value: wording.latency(total.p50) },
    { term: t('p95'), value: wording.latency(total.p95) },
    { term: t('minted'), value: wording.count(total.tokensMinted) },
    { term: t('reused'), value: wording.count(total.tokensReused) },
  ]
  return (
    <section aria-label={t('title')}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {items.map(({ term, value, note }) => (
          <div
            key={term}
            className="flex flex-col gap-1 rounded-xl border border-line bg-surface p-4 shadow-card"
          >
            <dt className="min-h-10 text-muted text-sm">{term}</dt>
            <dd className="grid">
              <span className="font-semibold text-xl tabular-nums">{value}</span>
              {note && <span className="text-muted text-xs">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'
import type { RangeName } from '@/lib/usage/range'
import type { Usage } from '@/lib/usage/schema'
import { callsOf, createUsageFormatter } from './labels'

type Figure = {
  value: string
  unit?: string
  term: ReactNode
  href?: string
  /** The colour of a value that is worth a look. */
  tone?: string
}

/** Numbers that lie on the page, in four columns or five; each may lead to what is behind it. */
export function FigureRow({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <section aria-label={label}>
      <dl
        className={classNames(
          'grid grid-cols-2 gap-4 sm:gap-6',
          figures.length > 4 ? 'sm:grid-cols-3 xl:grid-cols-5' : 'sm:grid-cols-4',
        )}
      >
        {figures.map(({ value, unit, term, href, tone }, index) => {
          const shown = (
            <>
              {value}
              {unit && <small className="ml-1 font-medium text-lg text-muted tracking-normal">{unit}</small>}
            </>
          )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns are their identity
            <div key={index} className="flex min-w-0 flex-col-reverse justify-end">
              <dt className="mt-0.5 text-muted text-xs">{term}</dt>
              <dd
                className={classNames(
                  'font-semibold text-[1.75rem] leading-[2.125rem] tracking-tight tabular-nums sm:text-[2rem] sm:leading-[2.375rem]',
                  tone,
                )}
              >
                {href ? (
                  <Link href={href} className="hover:text-accent">
                    {shown}
                  </Link>
                ) : (
                  shown
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** Calls, errors and latency of a period. */
export async function Figures({ total, range }: { total: Usage; range: RangeName }) {
  const t = await getTranslations('usage.totals')
  const { count, percent, ms } = await createUsageFormatter()
  const calls = callsOf(total)
  return (
    <FigureRow
      label={t('title')}
      figures={[
        { value: count(calls), term: t(`calls.${range}`) },
        { ...percent(total.errors / Math.max(1, calls)), term: t('errors', { calls: total.errors }) },
        { ...ms(total.p50), term: t('p50') },
        { ...ms(total.p95), term: t('p95') },
      ]}
    />
  )
}

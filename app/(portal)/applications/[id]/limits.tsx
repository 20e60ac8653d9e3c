import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { applicationPath } from '@/components/application-pages'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { formatShare } from '@/components/usage/labels'
import { limitOf, type TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { maxCallsPerMinute } from '@/lib/limits/schema'
import { listRequests } from '@/lib/quota-requests/queries'
import type { Peak } from '@/lib/usage/queries'

type Props = {
  application: TeamApplication
  peaks: Peak[]
}

/** The application's limit, and how much of it was used in each hour. */
export async function Limits({ application, peaks }: Props) {
  const t = await getTranslations('applications.limits')
  const format = await getFormatter()
  const limit = limitOf(application)
  const peak = Math.max(0, ...peaks.map(({ calls }) => calls))
  const over = limit > 0 ? peaks.filter(({ calls }) => calls > limit) : []
  const [minute, ...others] = new Set(over.map((each) => each.minute))
  return (
    <Section title={t('title')} id="limits" className="lg:max-w-80">
      <Facts
        items={[
          { term: t('token'), value: t('tokenLife') },
          { term: t('perMinute'), value: limit === 0 ? t('unlimited') : format.number(limit) },
          {
            term: t('peak'),
            value:
              limit === 0 || peak === 0
                ? format.number(peak)
                : `${format.number(peak)} (${formatShare(format, peak / limit)})`,
          },
        ]}
      />
      {limit > 0 && peak > 0 && <Peaks peaks={peaks} limit={limit} />}
      {minute !== undefined && (
        <p className="text-muted text-xs">
          {over.length > 2 && others.length === 0
            ? t('overAt', { hours: over.length, minute: `:${String(minute).padStart(2, '0')}` })
            : t('over', { hours: over.length })}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <TextLink href="/docs/errors/quota_exceeded">{t('about')}</TextLink>
        <LimitLink application={application} />
      </p>
    </Section>
  )
}

/** Leads to the request that waits, or to the form for one; nothing for those who cannot request a higher limit now. */
export async function LimitLink({ application }: { application: TeamApplication }) {
  const { id, role, state } = application
  const t = await getTranslations('limits')
  const limit = limitOf(application)
  const open = (await listRequests('limits', id)).find((request) => request.state === 'open')
  if (!open && !(state === 'active' && may(role, 'limits') && limit > 0 && limit < maxCallsPerMinute))
    return null
  return (
    <TextLink href={`${applicationPath(id, 'traffic')}#limit`}>
      {open ? t('waiting', { count: open.callsPerMinute }) : t('request')}
    </TextLink>
  )
}

const [height, barWidth] = [72, 8]

/** The busiest minute of each hour, up to the limit and beyond it; what is next to it says the same. */
function Peaks({ peaks, limit }: { peaks: Peak[]; limit: number }) {
  const peak = Math.max(1, ...peaks.map(({ calls }) => calls))
  // A limit that is far away would leave no bars to see.
  const isFar = limit > 4 * peak
  const top = 1.1 * (isFar ? peak : Math.max(limit, peak))
  const tall = (calls: number) => (calls > 0 ? Math.max(1.5, (height * calls) / top) : 0)
  const line = isFar ? 0 : height - tall(limit)
  return (
    <svg
      viewBox={`0 0 ${peaks.length * 10 - 2} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-18 w-full overflow-visible"
    >
      {peaks.map(({ calls }, hour) => {
        const [y, x] = [height - tall(calls), hour * 10]
        return (
          <g key={String(hour)}>
            <rect
              x={x}
              y={Math.max(y, line)}
              width={barWidth}
              height={height - Math.max(y, line)}
              className="fill-ink/30"
            />
            {calls > limit && (
              <rect x={x} y={y} width={barWidth} height={line - y} className="fill-chart-limited" />
            )}
          </g>
        )
      })}
      {!isFar && (
        <line
          x2="100%"
          y1={line}
          y2={line}
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      )}
    </svg>
  )
}

/** Names and short values in a narrow column. */
function Facts({ items }: { items: { term: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {items.map(({ term, value }) => (
        <div key={term} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

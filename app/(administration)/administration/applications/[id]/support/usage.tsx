import { getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Table } from '@/components/ui/table'
import { Charts } from '@/components/usage/charts'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { Parts } from '@/components/usage/parts'
import { Totals } from '@/components/usage/totals'
import { callsOf, usageWording } from '@/components/usage/wording'
import { now } from '@/lib/clock'
import { searchCalls } from '@/lib/usage/call-log'
import { findUsage, findUsageParts } from '@/lib/usage/history'
import { choosePeriod } from '@/lib/usage/range'

const callsShown = 20

/** The last 7 days of usage, and the last calls without callers' addresses and subscribers' numbers. */
export async function SupportUsage({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('usage')
  const { period } = choosePeriod({ range: 'week' }, now())
  const { from, to, stepMinutes } = period
  const { points, total } = await findUsage(applicationId, from, to, stepMinutes)
  const wording = await usageWording()
  return (
    <section className="grid gap-6" aria-label={t('title')}>
      <h2 className="font-semibold text-lg">{`${t('title')}: ${t('range.week')}`}</h2>
      {callsOf(total) === 0 ? (
        <p className="text-muted">{t('empty.title')}</p>
      ) : (
        <>
          <Totals total={total} wording={wording} />
          <Charts points={points} total={total} period={period} wording={wording} />
          <Parts parts={await findUsageParts(applicationId, from, to, stepMinutes)} wording={wording} />
        </>
      )}
      <LastCalls applicationId={applicationId} />
    </section>
  )
}

async function LastCalls({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('usage')
  const { calls } = await searchCalls(applicationId, {}, callsShown)
  if (calls.length === 0) return null
  return (
    <Card title={t('calls.title')}>
      <ScrollBox label={t('calls.title')}>
        <Table
          caption={t('calls.caption')}
          rows={calls}
          rowKey={({ id }) => String(id)}
          columns={[
            { label: t('calls.when'), cell: ({ at }) => <Moment at={at} as="exact" /> },
            {
              label: t('calls.endpoint'),
              cell: ({ endpoint }) => t(`endpoint.${endpoint}` as 'endpoint.token'),
            },
            { label: t('calls.status'), cell: ({ status }) => <OutcomeBadge status={status} /> },
            {
              label: t('calls.code'),
              cell: ({ errorCode }) => errorCode && <code className="font-mono">{errorCode}</code>,
            },
            {
              label: t('calls.requestId'),
              cell: ({ requestId }) => <code className="font-mono text-xs">{requestId}</code>,
            },
          ]}
        />
      </ScrollBox>
    </Card>
  )
}

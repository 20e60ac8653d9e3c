import { getFormatter, getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { FilterBar } from '@/components/ui/filter-bar'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Select } from '@/components/ui/select'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { findRecentCalls } from '@/lib/usage/queries'
import { callOutcomes, meteredEndpoints, recentCallsKept } from '@/lib/usage/schema'
import { type View, viewAddress } from './address'
import { OutcomeBadge } from './outcome-badge'

type Props = { applicationId: string; view: View }

/** Rows shown at first; the rest are one click away. */
const newest = 10

/** The most recent calls that match the filters. */
export async function Calls({ applicationId, view }: Props) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const filter = { outcome: view.status, endpoint: view.endpoint }
  const found = await findRecentCalls(applicationId, filter, view.calls ? recentCallsKept : newest + 1)
  const calls = view.calls ? found : found.slice(0, newest)
  return (
    <Card title={t('calls.title')} id="calls">
      <p className="mb-4 text-muted text-sm">{t('calls.lead', { count: recentCallsKept })}</p>
      <Filter applicationId={applicationId} view={view} />
      {calls.length === 0 ? (
        <p className="py-4 text-muted">{t('calls.none')}</p>
      ) : (
        <ScrollBox label={t('calls.title')}>
          <Table
            caption={t('calls.caption')}
            rows={calls}
            rowKey={({ id }) => String(id)}
            columns={[
              {
                label: t('calls.when'),
                cell: ({ at, requestId }) => (
                  <TextLink
                    href={`/applications/${applicationId}/usage/${requestId}`}
                    prefetch={false}
                    className="inline-flex min-h-6 items-center"
                  >
                    <Moment at={at} as="exact" />
                    <span className="sr-only">, {t('calls.open')}</span>
                  </TextLink>
                ),
              },
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
                label: t('calls.msisdn'),
                cell: ({ maskedMsisdn }) => maskedMsisdn && <span className="font-mono">{maskedMsisdn}</span>,
              },
              {
                label: t('calls.latency'),
                numeric: true,
                cell: ({ latencyMs }) => t('calls.ms', { ms: format.number(latencyMs) }),
              },
            ]}
          />
        </ScrollBox>
      )}
      {calls.length < found.length && (
        <p className="mt-4">
          <TextLink href={`${viewAddress(applicationId, { ...view, calls: 'all' })}#calls`} prefetch={false}>
            {t('calls.all')}
          </TextLink>
        </p>
      )}
    </Card>
  )
}

async function Filter({ applicationId, view: { calls: _calls, ...view } }: Props) {
  const t = await getTranslations('usage')
  const any = { value: '', label: t('calls.any') }
  return (
    <FilterBar
      label={t('calls.filter')}
      apply={t('calls.apply')}
      url={`${viewAddress(applicationId, view)}#calls`}
      plain={`${viewAddress(applicationId, { range: view.range })}#calls`}
      className="sm:grid-cols-[1fr_1fr_auto]"
    >
      <input type="hidden" name="range" value={view.range} />
      <Select
        name="status"
        label={t('calls.status')}
        defaultValue={view.status ?? ''}
        options={[any, ...callOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
      />
      <Select
        name="endpoint"
        label={t('calls.endpoint')}
        defaultValue={view.endpoint ?? ''}
        options={[any, ...meteredEndpoints.map((value) => ({ value, label: t(`endpoint.${value}`) }))]}
      />
    </FilterBar>
  )
}

import { getFormatter, getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { searchCalls } from '@/lib/usage/call-log'
import { readTime } from '@/lib/usage/range'
import { callsKept } from '@/lib/usage/schema'
import { extractRequestId, type View, viewAddress } from './address'
import { CallFilter, findProblems } from './call-filter'

type Props = { applicationId: string; view: View }

const pageSize = 20

/** The request log: kept calls that match the search, newest first. */
export async function Calls({ applicationId, view }: Props) {
  const t = await getTranslations('usage.calls')
  const { before: _before, ...newest } = view
  const problems = findProblems(view)
  const { calls, older } = problems.length > 0 ? nothing : await find(applicationId, view)
  const { successes, errors } = callsKept
  return (
    <Card title={t('title')} id="calls">
      <p className="mb-4 max-w-prose text-muted text-sm">
        {t('lead', {
          successes: successes.calls,
          successDays: successes.days,
          errors: errors.calls,
          errorDays: errors.days,
        })}
      </p>
      <CallFilter applicationId={applicationId} view={newest} problems={problems} />
      {calls.length === 0 ? (
        <p className="py-4 text-muted">{t('none')}</p>
      ) : (
        <CallTable applicationId={applicationId} calls={calls} />
      )}
      {(older || view.before) && (
        <nav aria-label={t('pages')} className="no-print mt-4 flex flex-wrap justify-end gap-2">
          {view.before && (
            <ButtonLink variant="quiet" size="small" href={`${viewAddress(applicationId, newest)}#calls`}>
              {t('newest')}
            </ButtonLink>
          )}
          {older && (
            <ButtonLink
              variant="secondary"
              size="small"
              href={`${viewAddress(applicationId, { ...newest, before: String(older) })}#calls`}
            >
              {t('older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </Card>
  )
}

type Found = Awaited<ReturnType<typeof searchCalls>>

const nothing: Found = { calls: [], older: null }

function find(applicationId: string, view: View): Promise<Found> {
  const { status, endpoint, code, msisdn, request, since, until, before } = view
  const [from, to] = [since, until].map((text) => readTime(text))
  return searchCalls(
    applicationId,
    {
      status,
      endpoint,
      code,
      msisdn,
      requestId: request && (extractRequestId(request) ?? request),
      from: from ? new Date(from) : undefined,
      to: to ? new Date(to) : undefined,
    },
    pageSize,
    before === undefined ? undefined : BigInt(before),
  )
}

async function CallTable({ applicationId, calls }: { applicationId: string; calls: Found['calls'] }) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  return (
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
  )
}

import { getFormatter, getTranslations } from 'next-intl/server'
import { Moment } from '@/components/ui/moment'
import { ScrollBox } from '@/components/ui/scroll-box'
import { type Column, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { RecentCall } from '@/generated/prisma/client'
import { OutcomeBadge } from './outcome-badge'

type Call = Omit<RecentCall, 'response'>

type Props = {
  calls: Call[]
  pathOf: (requestId: string) => string
  /** The one that is shown next to the list, which is then narrow. */
  current?: string
}

/** Requests, newest first: each leads to what happened. */
export async function CallTable({ calls, pathOf, current }: Props) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const columns: Column<Call>[] = [
    {
      label: t('calls.when'),
      cell: ({ at, requestId }) => (
        <TextLink
          href={pathOf(requestId)}
          scroll={false}
          aria-current={requestId === current || undefined}
          className="inline-flex min-h-6 items-center"
        >
          <Moment at={at} as="exact" />
          <span className="sr-only">, {t('calls.open')}</span>
        </TextLink>
      ),
    },
    { label: t('calls.status'), cell: ({ status }) => <OutcomeBadge status={status} /> },
    {
      label: t('calls.endpoint'),
      cell: ({ endpoint }) => t(`endpoint.${endpoint}` as 'endpoint.token'),
    },
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
  ]
  const hidden = current ? (['msisdn', 'latency', 'endpoint'] as const) : []
  const labels = hidden.map((name) => t(`calls.${name}`))
  return (
    <ScrollBox label={t('calls.title')}>
      <Table
        caption={t('calls.caption')}
        rows={calls}
        rowKey={({ id }) => String(id)}
        linked
        columns={columns.filter(({ label }) => !labels.includes(label))}
      />
    </ScrollBox>
  )
}

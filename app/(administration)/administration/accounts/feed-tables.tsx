import { getFormatter, getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { DownloadLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Section } from '@/components/ui/section'
import { type Column, Table } from '@/components/ui/table'
import { now } from '@/lib/clock'
import type { FeedOverview, RefusedKind } from '@/lib/feed/administration'
import { discardRefusedChanges, retryRefusedChanges } from './feed-actions'
import { createDurationFormatter, secondsAgo } from './labels'

type Line = FeedOverview['senders'][number] & { isFirst: boolean }

/** How far each sender is, a row for each of its partitions. */
export async function Senders({ senders }: Pick<FeedOverview, 'senders'>) {
  const t = await getTranslations('accountFiles.feed')
  const format = await getFormatter()
  const { sentence } = await createDurationFormatter()
  const lines = senders.map((line, at) => ({ ...line, isFirst: senders[at - 1]?.name !== line.name }))
  const columns: Column<Line>[] = [
    {
      label: t('sender'),
      cell: ({ name, isFirst }) => <span className={isFirst ? '' : 'md:sr-only'}>{name}</span>,
    },
    {
      label: t('position'),
      breaks: true,
      cell: ({ partition, position }) =>
        partition === null ? (
          '–'
        ) : (
          <span className="font-mono">
            <span className="text-muted">{partition}:</span>
            {position}
          </span>
        ),
    },
    {
      label: t('behind'),
      cell: ({ behindMs, newestAsOf, pausedAt }) =>
        behindMs !== null && !pausedAt ? (
          t('behindValue', { duration: sentence(behindMs) })
        ) : newestAsOf ? (
          <DateTime at={newestAsOf} />
        ) : (
          '–'
        ),
    },
    {
      label: t('seen'),
      cell: ({ pausedAt, seenSecondsAgo }) =>
        pausedAt ? (
          <span className="text-danger">{t('pausedLabel')}</span>
        ) : (
          format.relativeTime(secondsAgo(seenSecondsAgo), now())
        ),
    },
    { label: t('rate'), numeric: true, cell: ({ perMinute }) => format.number(Math.round(perMinute)) },
  ]
  return (
    <Section title={t('senders')} lead={t('sendersLead')}>
      <Table
        caption={t('senders')}
        columns={columns}
        rows={lines}
        rowKey={({ name, partition }) => `${name} ${partition}`}
        edge={({ pausedAt }) => (pausedAt ? 'danger' : undefined)}
      />
    </Section>
  )
}

/** The last refused changes, those that are alike in one row. */
export async function RefusedChanges({ refused, senders }: Pick<FeedOverview, 'refused' | 'senders'>) {
  const t = await getTranslations('accountFiles.feed')
  const format = await getFormatter()
  const isOnlySender = senders.every(({ name }) => name === senders[0]?.name)
  const columns: Column<RefusedKind>[] = [
    { label: t('last'), cell: ({ lastAt }) => <DateTime at={lastAt} /> },
    {
      label: 'msisdn',
      cell: ({ msisdn, numbers }) =>
        numbers > 1 ? t('numbers', { count: numbers }) : <span className="font-mono">{msisdn ?? '–'}</span>,
    },
    { label: t('code'), cell: ({ code }) => <span className="font-mono">{code}</span> },
    {
      label: t('message'),
      breaks: true,
      cell: ({ message, name, wanted }) =>
        wanted ? t('wanted') : isOnlySender ? message : t('messageFrom', { message, name }),
    },
    { label: t('times'), numeric: true, cell: ({ count }) => format.number(count) },
    {
      label: t('retry'),
      action: true,
      cell: ({ id, cut, wanted, code }) => (
        <div className="flex flex-wrap justify-end gap-2">
          {!cut && !wanted && (
            <PressForm
              action={retryRefusedChanges.bind(null, id)}
              button={t('retry')}
              name={t('retryNamed', { code })}
              variant="quiet"
              size="small"
            />
          )}
          <PressForm
            action={discardRefusedChanges.bind(null, id)}
            button={t('discard')}
            name={t('discardNamed', { code })}
            variant="quiet"
            size="small"
          />
        </div>
      ),
    },
  ]
  return (
    <Section
      id="refused"
      title={t('refused')}
      lead={t('refusedLead')}
      act={
        refused.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {/* A confirmation may come first, so the browser must not save whatever comes. */}
            <DownloadLink href="/administration/accounts/refused" download={false} size="small">
              {t('download')}
            </DownloadLink>
            <PressForm action={retryRefusedChanges.bind(null, 'all')} button={t('retryAll')} size="small" />
            <PressForm
              action={discardRefusedChanges.bind(null, 'all')}
              button={t('discardAll')}
              size="small"
            />
          </div>
        )
      }
    >
      <Table
        caption={t('refused')}
        columns={columns}
        rows={refused}
        rowKey={({ id }) => id}
        empty={t('noneRefused')}
      />
    </Section>
  )
}

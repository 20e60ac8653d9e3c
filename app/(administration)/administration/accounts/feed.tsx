import { getFormatter, getTranslations } from 'next-intl/server'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import type { FeedOverview, RefusedEntry } from '@/lib/feed/administration'
import { resumeSenderOfFeed, retryRefusedChanges } from './feed-actions'

type Sender = FeedOverview['senders'][number]

/** The feed of balances: who sends, how far they are, what was refused. Balances are not shown. */
export async function Feed({ senders, hour, refused }: FeedOverview) {
  const t = await getTranslations('accountFiles.feed')
  const format = await getFormatter()
  const paused = senders.filter(
    ({ name, pausedAt }, at) => pausedAt && senders.findIndex((each) => each.name === name) === at,
  )
  const outcomes = ['applied', 'unchanged', 'stale', 'waiting', 'ignored', 'refused'] as const
  return (
    <>
      {paused.map(({ name, pausedReason }) => (
        <div
          key={name}
          role="alert"
          className="flex flex-wrap items-center gap-4 rounded-xl bg-danger-soft p-4"
        >
          <p className="grow text-sm">{t('paused', { name, reason: pausedReason ?? '' })}</p>
          <PressForm
            action={resumeSenderOfFeed.bind(null, name)}
            button={t('resume', { name })}
            size="small"
          />
        </div>
      ))}
      <Card title={t('title')}>
        {senders.length === 0 ? (
          <p className="text-muted text-sm">{t('off')}</p>
        ) : (
          <div className="grid gap-6">
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
              {outcomes.map((outcome) => (
                <div key={outcome}>
                  <dd className="font-semibold text-2xl">{format.number(hour[outcome])}</dd>
                  <dt className="text-muted text-sm">{t(`hour.${outcome}`)}</dt>
                </div>
              ))}
            </dl>
            <Senders senders={senders} />
          </div>
        )}
      </Card>
      {senders.length > 0 && <Refused refused={refused} />}
    </>
  )
}

async function Senders({ senders }: { senders: Sender[] }) {
  const t = await getTranslations('accountFiles.feed')
  const format = await getFormatter()
  const seconds = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  const columns: Column<Sender>[] = [
    { label: t('sender'), cell: ({ name }) => name },
    {
      label: t('position'),
      breaks: true,
      cell: ({ partition, position }) => (partition === null ? '–' : `${partition}:${position}`),
    },
    {
      label: t('behind'),
      cell: ({ behindMs, newestAsOf }) =>
        behindMs === null ? (
          newestAsOf ? (
            <Moment at={newestAsOf} />
          ) : (
            '–'
          )
        ) : (
          t('behindValue', { seconds: seconds(behindMs / 1000) })
        ),
    },
    {
      label: t('seen'),
      cell: ({ pausedAt, seenSecondsAgo }) =>
        pausedAt ? t('pausedSince') : t('seenValue', { seconds: seconds(Math.round(seenSecondsAgo)) }),
    },
    { label: t('rate'), numeric: true, cell: ({ perMinute }) => format.number(Math.round(perMinute)) },
  ]
  return (
    <Table
      caption={t('title')}
      columns={columns}
      rows={senders}
      rowKey={({ name, partition }) => `${name} ${partition}`}
      edge={({ pausedAt }) => (pausedAt ? 'danger' : undefined)}
    />
  )
}

async function Refused({ refused }: { refused: RefusedEntry[] }) {
  const t = await getTranslations('accountFiles.feed')
  const columns: Column<RefusedEntry>[] = [
    { label: t('last'), cell: ({ lastAt }) => <Moment at={lastAt} /> },
    { label: 'msisdn', cell: ({ msisdn }) => <span className="font-mono">{msisdn ?? '–'}</span> },
    { label: t('code'), cell: ({ code }) => <span className="font-mono">{code}</span> },
    { label: t('message'), breaks: true, cell: ({ message, wanted }) => (wanted ? t('wanted') : message) },
    { label: t('times'), numeric: true, cell: ({ count }) => count },
  ]
  return (
    <Card title={t('refused')}>
      {refused.length === 0 ? (
        <p className="text-muted text-sm">{t('noneRefused')}</p>
      ) : (
        <div className="grid gap-4">
          <p className="text-muted text-sm">{t('refusedLead')}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/administration/accounts/refused" variant="secondary" size="small">
              {t('download')}
            </ButtonLink>
            <PressForm action={retryRefusedChanges} button={t('retryAll')} size="small" />
          </div>
          <Table caption={t('refused')} columns={columns} rows={refused} rowKey={({ id }) => String(id)} />
        </div>
      )}
    </Card>
  )
}

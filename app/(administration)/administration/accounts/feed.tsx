import { getFormatter, getTranslations } from 'next-intl/server'
import { Histogram } from '@/components/chart/histogram'
import { classNames } from '@/components/class-names'
import { withQuery } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { buttonLook } from '@/components/ui/button-look'
import { DateTime } from '@/components/ui/date-time'
import { DownloadLink, LiveLink } from '@/components/ui/download-link'
import { Section } from '@/components/ui/section'
import { type Column, Table } from '@/components/ui/table'
import { FigureRow } from '@/components/usage/figures'
import { createUsageFormatter } from '@/components/usage/labels'
import { now } from '@/lib/clock'
import { getSettings } from '@/lib/env'
import type { FeedOverview, RefusedKind } from '@/lib/feed/administration'
import { usualSilence } from '@/lib/feed/queries'
import {
  discardRefusedChanges,
  forgetPositionOfFeed,
  resumeSenderOfFeed,
  retryRefusedChanges,
} from './feed-actions'
import { createDurationFormatter, secondsAgo } from './labels'

const page = '/administration/accounts'
/** For how many seconds no sign of life is usual. */
const expectedSilence = () => getSettings().FEED_EXPECTED_SECONDS ?? usualSilence

type Sender = FeedOverview['senders'][number]
type Props = FeedOverview & { isLive: boolean }

/** The feed of balances at a glance: who is paused, whether balances come, and the last hour. */
export async function FeedSection({ isLive, ...overview }: Props) {
  const { senders } = overview
  return (
    <div className="grid gap-6">
      <Restarted senders={senders.filter(({ restartedAt }) => restartedAt)} />
      <Paused senders={byName(senders).filter(({ pausedAt }) => pausedAt)} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <State senders={senders} />
        {senders.length > 0 && <Live isLive={isLive} />}
      </div>
      {senders.length > 0 && (
        <>
          <Figures {...overview} />
          <Minutes minutes={overview.minutes} />
        </>
      )}
    </div>
  )
}

/** The first line of each. */
function byName(senders: Sender[]): Sender[] {
  return senders.filter(({ name }, at) => senders.findIndex((each) => each.name === name) === at)
}

async function Paused({ senders }: { senders: Sender[] }) {
  const t = await getTranslations('accountFiles.feed')
  if (senders.length === 0) return null
  return (
    <div role="alert" className="grid gap-3 rounded-xl bg-danger-soft p-4">
      {senders.map(({ name, pausedAt, pausedReason }) => (
        <div key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-[1_1_24rem] text-sm">
            <strong>
              {t.rich('pausedSince', { name, when: () => <DateTime at={pausedAt as Date} as="moment" /> })}
            </strong>{' '}
            {t('paused', { reason: pausedReason ?? '' })}
          </p>
          <div className="flex flex-wrap gap-2">
            <a href="#refused" className={buttonLook({ variant: 'secondary', size: 'small' })}>
              {t('seeRefused')}
            </a>
            <PressForm
              action={resumeSenderOfFeed.bind(null, name)}
              button={t('resume', { name })}
              variant="primary"
              size="small"
            />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Partitions whose numbering began again. */
async function Restarted({ senders }: { senders: Sender[] }) {
  const t = await getTranslations('accountFiles.feed')
  if (senders.length === 0) return null
  return (
    <div role="alert" className="grid gap-3 rounded-xl bg-danger-soft p-4">
      {senders.map(({ name, partition, restartedAt }) => (
        <div
          key={`${name} ${partition}`}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
        >
          <p className="min-w-0 flex-[1_1_24rem] text-sm">
            <strong className="break-words">{t('restarted', { name, partition: partition ?? '' })}</strong>{' '}
            {t.rich('restartedAdvice', { when: () => <DateTime at={restartedAt as Date} as="moment" /> })}
          </p>
          <PressForm
            action={forgetPositionOfFeed.bind(null, name, partition ?? '')}
            button={t('forget')}
            variant="primary"
            size="small"
          />
        </div>
      ))}
    </div>
  )
}

/** Whether balances come, in a line. */
async function State({ senders }: { senders: Sender[] }) {
  const t = await getTranslations('accountFiles.feed.state')
  const format = await getFormatter()
  const lines = senders.filter(({ pausedAt }) => !pausedAt)
  const running = byName(lines)
  const silent = Math.min(...running.map(({ senderSeenSecondsAgo }) => senderSeenSecondsAgo))
  const isSilent = silent > expectedSilence()
  const newest = Math.max(...lines.map(({ newestAsOf }) => newestAsOf?.getTime() ?? 0))
  const [dot, key] =
    senders.length === 0
      ? (['bg-line-strong', 'off'] as const)
      : running.length === 0
        ? (['bg-danger', 'paused'] as const)
        : isSilent
          ? (['bg-warning', 'silent'] as const)
          : running.length < byName(senders).length
            ? (['bg-success', 'others'] as const)
            : (['bg-success', 'running'] as const)
  const ago = newest > 0 ? format.relativeTime(new Date(newest), now()) : null
  return (
    <p className="flex min-w-0 items-baseline gap-2.5 text-sm">
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-full', dot)} />
      <span>
        <strong>{t(key, { count: running.length })}</strong>{' '}
        <span className="text-muted">
          {key === 'off' && t('none')}
          {key === 'silent' && t('since', { ago: format.relativeTime(secondsAgo(silent), now()) })}
          {key === 'running' && t('senders', { count: running.length })}{' '}
          {running.length > 0 && ago && t('newest', { ago })}
        </span>
      </span>
    </p>
  )
}

async function Live({ isLive }: { isLive: boolean }) {
  const t = await getTranslations('accountFiles.feed')
  return (
    <LiveLink href={withQuery(page, { live: isLive ? 'off' : '' })} isLive={isLive}>
      {t(isLive ? 'stopLive' : 'live')}
    </LiveLink>
  )
}

async function Figures({ senders, minutes, behindP95Ms }: FeedOverview) {
  const t = await getTranslations('accountFiles.feed.figures')
  const { count, percent } = await createUsageFormatter()
  const { duration, sentence } = await createDurationFormatter()
  const hour = sumOf(minutes)
  const all = hour.applied + hour.unchanged + hour.stale + hour.waiting + hour.refused
  // The last delay of a sender that is silent says nothing of now.
  const delays = senders.flatMap(({ behindMs, pausedAt, senderSeenSecondsAgo }) =>
    behindMs === null || pausedAt || senderSeenSecondsAgo > expectedSilence() ? [] : [behindMs],
  )
  const delay = delays.length > 0 ? Math.max(...delays) : null
  const usual = (getSettings().FEED_EXPECTED_SECONDS ?? Number.POSITIVE_INFINITY) * 1000
  const figures = [
    {
      value: count(Math.round(senders.reduce((sum, each) => sum + each.perMinute, 0))),
      unit: t('perMinute'),
      term: t('changes', { count: all }),
    },
    {
      ...(delay === null ? { value: '–' } : duration(delay)),
      term: behindP95Ms === null ? t('behind') : t('behindP95', { duration: sentence(behindP95Ms) }),
      tone:
        delay === null || delay <= usual ? undefined : delay > usual * 10 ? 'text-danger' : 'text-warning',
    },
    {
      ...(all === 0 ? { value: '–' } : percent(hour.applied / all)),
      term: t('applied', { count: hour.unchanged + hour.stale }),
    },
    {
      value: count(hour.refused),
      term: t('refused'),
      tone: senders.some(({ pausedAt }) => pausedAt) ? 'text-danger' : undefined,
    },
  ]
  return <FigureRow label={(await getTranslations('accountFiles.feed'))('title')} figures={figures} />
}

const tones = { applied: 'succeeded', unchanged: 'unchanged', stale: 'stale', refused: 'refused' } as const

async function Minutes({ minutes }: Pick<FeedOverview, 'minutes'>) {
  const t = await getTranslations('accountFiles.feed')
  const { waiting, ignored } = sumOf(minutes)
  return (
    <Histogram
      title={t('minutes')}
      intervals={{ start: (minutes[0]?.minute.getTime() ?? 0) / 1000, step: 60 }}
      series={(['applied', 'unchanged', 'stale', 'refused'] as const).map((outcome) => ({
        label: t(`outcome.${outcome}`),
        tone: tones[outcome],
        values: minutes.map((each) => each[outcome]),
      }))}
    >
      {waiting + ignored > 0 && (
        <p className="basis-full text-muted">{t('minutesSummary', { waiting, ignored })}</p>
      )}
    </Histogram>
  )
}

function sumOf(minutes: FeedOverview['minutes']) {
  const sum = (name: Exclude<keyof (typeof minutes)[number], 'minute'>) =>
    minutes.reduce((total, each) => total + each[name], 0)
  return {
    applied: sum('applied'),
    unchanged: sum('unchanged'),
    stale: sum('stale'),
    waiting: sum('waiting'),
    ignored: sum('ignored'),
    refused: sum('refused'),
  }
}

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

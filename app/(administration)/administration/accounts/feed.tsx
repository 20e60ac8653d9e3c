import { getFormatter, getTranslations } from 'next-intl/server'
import { Histogram } from '@/components/chart/histogram'
import { withQuery } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LiveLink } from '@/components/ui/live-link'
import { Moment } from '@/components/ui/moment'
import { type Column, Table } from '@/components/ui/table'
import { FigureRow } from '@/components/usage/figures'
import { getSettings } from '@/lib/env'
import type { FeedOverview, RefusedEntry } from '@/lib/feed/administration'
import { resumeSenderOfFeed, retryRefusedChanges } from './feed-actions'

const page = '/administration/accounts'

type Sender = FeedOverview['senders'][number]

/** The feed of balances: who sends, how far they are, what was refused. Balances are not shown. */
export async function Feed({ isLive, ...overview }: FeedOverview & { isLive: boolean }) {
  const t = await getTranslations('accountFiles.feed')
  const { senders, refused } = overview
  const paused = senders.filter(
    ({ name, pausedAt }, at) => pausedAt && senders.findIndex((each) => each.name === name) === at,
  )
  if (senders.length === 0)
    return (
      <Card title={t('title')}>
        <p className="text-muted text-sm">{t('off')}</p>
      </Card>
    )
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
      <Card
        title={t('title')}
        aside={
          <LiveLink href={withQuery(page, { live: isLive ? 'off' : '' })} isLive={isLive}>
            {t(isLive ? 'stopLive' : 'live')}
          </LiveLink>
        }
      >
        <div className="grid gap-6">
          <Figures {...overview} />
          <Minutes minutes={overview.minutes} />
          <Senders senders={senders} />
        </div>
      </Card>
      <Refused refused={refused} />
    </>
  )
}

async function Figures({ senders, minutes, behindP95Ms }: FeedOverview) {
  const t = await getTranslations('accountFiles.feed.figures')
  const format = await getFormatter()
  const hour = sumOf(minutes)
  const all = hour.applied + hour.unchanged + hour.stale + hour.waiting + hour.refused
  const seconds = (ms: number) => format.number(ms / 1000, { maximumFractionDigits: 1 })
  const delays = senders.flatMap(({ behindMs, pausedAt }) =>
    behindMs === null || pausedAt ? [] : [behindMs],
  )
  const delay = delays.length > 0 ? Math.max(...delays) : null
  const usual = (getSettings().FEED_EXPECTED_SECONDS ?? Number.POSITIVE_INFINITY) * 1000
  const figures = [
    {
      value: t('perMinute', { count: Math.round(senders.reduce((sum, each) => sum + each.perMinute, 0)) }),
      term: t('changes', { count: all }),
    },
    {
      value: delay === null ? '–' : t('seconds', { seconds: seconds(delay) }),
      term: behindP95Ms === null ? t('behind') : t('behindP95', { seconds: seconds(behindP95Ms) }),
      tone:
        delay === null || delay <= usual ? undefined : delay > usual * 10 ? 'text-danger' : 'text-warning',
    },
    {
      value:
        all === 0 ? '–' : format.number(hour.applied / all, { style: 'percent', maximumFractionDigits: 1 }),
      term: t('applied', { count: hour.unchanged + hour.stale }),
    },
    { value: format.number(hour.refused), term: t('refused') },
  ]
  return <FigureRow label={(await getTranslations('accountFiles.feed'))('title')} figures={figures} />
}

async function Minutes({ minutes }: Pick<FeedOverview, 'minutes'>) {
  const t = await getTranslations('accountFiles.feed')
  const { waiting, ignored } = sumOf(minutes)
  const tones = { applied: 'succeeded', unchanged: 'neutral', stale: 'limited', refused: 'refused' } as const
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
      <p className="basis-full text-muted">{t('minutesSummary', { waiting, ignored })}</p>
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
    {
      label: t('retry'),
      cell: ({ id, cut, wanted }) =>
        !cut &&
        !wanted && (
          <PressForm action={retryRefusedChanges.bind(null, String(id))} button={t('retry')} size="small" />
        ),
    },
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
            <PressForm action={retryRefusedChanges.bind(null, 'all')} button={t('retryAll')} size="small" />
          </div>
          <Table caption={t('refused')} columns={columns} rows={refused} rowKey={({ id }) => String(id)} />
        </div>
      )}
    </Card>
  )
}

import { ClipboardCheck } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { countReviews, listReviews } from '@/app/_request/waiting'
import { describeDecided } from '@/app/_validation/clock'
import { QueueTable } from '@/app/_validation/queue-table'
import { Histogram } from '@/components/chart/histogram'
import { createAxisFormatter } from '@/components/chart/series'
import { PressForm } from '@/components/ui/action-form'
import { Address } from '@/components/ui/address'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/notice'
import { ScrollBox, Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { RowLink, TextLink } from '@/components/ui/text-link'
import { FigureRow } from '@/components/usage/figures'
import { getLocale } from '@/i18n/current-locale'
import { searchAudit, signInActions } from '@/lib/audit/queries'
import { databasePool } from '@/lib/database'
import { countAwaitingApproval } from '@/lib/developers/directory'
import { getSettings } from '@/lib/env'
import { listSenders } from '@/lib/feed/queries'
import { probeProcesses } from '@/lib/health/network-checks'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import {
  type Compared,
  type InstallationStatistics as FigureValues,
  getFigures,
} from '@/lib/lifecycle/figures'
import { countOutbox, listOutbox } from '@/lib/outbox/outbox'
import { listAlerts } from '@/lib/usage/alert'
import { listLastDecided } from '@/lib/validation/queue'
import { secondsAgo } from './accounts/labels'
import { AuditList, foldAudit } from './audit/audit-list'
import { sendMailAgain } from './outbox/actions'
import { AdministrationPageLayout } from './page-layout'

const looks = {
  ready: ['bg-success', 'ready'],
  not_ready: ['bg-warning', 'notReady'],
  silent: ['bg-danger', 'silent'],
  untrusted: ['bg-danger', 'untrusted'],
} as const

export const generateMetadata = pageMetadata('administration')

export default async function AdministrationPage() {
  const administrator = await requireAdministrator()
  const t = await getTranslations('administration')
  return (
    <AdministrationPageLayout current="overview" title={t('title')}>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Waiting administratorId={administrator.id} />
        <div className="grid gap-8">
          <Messages />
          <Processes />
        </div>
        <Figures aside={<Record />} />
      </div>
    </AdministrationPageLayout>
  )
}

async function Processes() {
  const t = await getTranslations('administration.overview')
  const processes = await getTranslations('health.process')
  const health = await probeProcesses(getSettings())
  const senders = await listSenders(databasePool())
  const lostWorker = health.some(({ process, state }) => process === 'worker' && state === 'silent')
  return (
    <Section title={t('processes')} act={<Act href="/administration/health">{t('openHealth')}</Act>}>
      <ul className="-my-3 divide-y divide-line text-sm">
        {health.map(({ process, state, address, milliseconds }) => {
          const [tone, word] = looks[state]
          return (
            <Row key={process} tone={tone}>
              {processes(process)}
              <Aside title={t('checked', { address })}>
                {milliseconds !== null && state === 'ready' ? t('took', { milliseconds }) : t(word)}
              </Aside>
            </Row>
          )
        })}
        {/* The portal has no key of the feed, but sees what it wrote. */}
        {senders.map(({ name, partition, pausedAt, seenSecondsAgo }) => (
          <Row key={`${name} ${partition}`} tone={pausedAt ? 'bg-danger' : 'bg-success'}>
            {processes('feed')}
            <Aside>
              {name} · {pausedAt ? t('paused') : <DateTime at={secondsAgo(seenSecondsAgo)} as="relative" />}
            </Aside>
          </Row>
        ))}
      </ul>
      {lostWorker && <p className="text-muted text-xs">{t('workerElsewhere')}</p>}
    </Section>
  )
}

function Row({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-2.5 py-1.5">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${tone}`} />
      {children}
    </li>
  )
}

function Aside({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span className="ml-auto text-muted text-xs" title={title}>
      {children}
    </span>
  )
}

function Act({ href, children }: { href: string; children: string }) {
  return (
    <TextLink href={href} className="text-xs">
      {children}
    </TextLink>
  )
}

const shownEntries = 6
const shownMessages = 2
/** Below this, the last decisions say too little. */
const fewestDecided = 5
const people = ['developer', 'reviewer', 'administrator', 'visitor'] as const

/** The submissions that wait, the most urgent first; the rail has the same number. */
async function Waiting({ administratorId }: { administratorId: string }) {
  const t = await getTranslations('administration.overview')
  const review = await getTranslations('review')
  const filter = { state: 'in_validation', assignee: 'anyone', text: '', page: 1 } as const
  const [{ waiting, overdue }, { entries }] = await Promise.all([
    countReviews(),
    listReviews(filter, administratorId),
  ])
  return (
    <Section
      title={t('waiting')}
      lead={
        <>
          {review('waiting', { count: waiting })}
          {overdue > 0 && `, ${review('overdueCount', { count: overdue })}`}
        </>
      }
      act={<Act href="/review">{t('openQueue')}</Act>}
    >
      {entries.length > 0 && <QueueTable entries={entries.slice(0, shownEntries)} state="in_validation" />}
      {waiting === 0 && (
        <EmptyState icon={<ClipboardCheck />} title={review('waiting', { count: 0 })}>
          {review('empty.waiting')}
        </EmptyState>
      )}
    </Section>
  )
}

/** What else waits for an administrator: alerts, mails that failed, and people. */
async function Messages() {
  const t = await getTranslations('administration.overview')
  const alertTexts = await getTranslations('administration.alerts')
  const [alerts, failed, { oldestQueued, queued }, developers] = await Promise.all([
    listAlerts({ open: true }, undefined, shownMessages),
    listOutbox({ status: 'failed' }, undefined, shownMessages),
    countOutbox(),
    countAwaitingApproval(),
  ])
  const isCalm = alerts.rows.length + failed.rows.length + queued + developers === 0
  return (
    <Section title={t('messages')} act={<Act href="/administration/outbox">{t('openOutbox')}</Act>}>
      <ul className="-my-3 divide-y divide-line text-sm">
        {alerts.rows.map(({ id, application, createdAt }) => (
          <Row key={id} tone="bg-warning">
            <RowLink href="/administration/alerts">{application?.name ?? alertTexts('unknown')}</RowLink>
            <Aside>
              <DateTime at={createdAt} as="relative" />
            </Aside>
            <span className="basis-full pl-4.5 text-muted text-xs">
              {alertTexts('kinds.account_enumeration')}
            </span>
          </Row>
        ))}
        {failed.rows.map(({ id, toAddress, lastError }) => (
          <Row key={id} tone="bg-danger">
            {t('failed')}
            <div className="ml-auto">
              <PressForm action={sendMailAgain.bind(null, id)} button={t('again')} size="small" />
            </div>
            <span className="basis-full pl-4.5 text-muted text-xs" title={lastError ?? undefined}>
              <Address>{toAddress}</Address>
            </span>
          </Row>
        ))}
        {oldestQueued && (
          <Row tone="bg-line-strong">
            {t('queued', { count: queued })}
            <Aside>
              <DateTime at={oldestQueued} as="relative" />
            </Aside>
          </Row>
        )}
        {developers > 0 && (
          <Row tone="bg-warning">
            <RowLink href="/administration/developers?state=waiting">
              {t('awaitingApproval', { count: developers })}
            </RowLink>
          </Row>
        )}
        {isCalm && <Row tone="bg-success">{t('calm')}</Row>}
      </ul>
    </Section>
  )
}

/** What people did last: what the system does by itself is in the log. */
async function Record() {
  const t = await getTranslations('administration.overview')
  const { rows } = await searchAudit({ actorRoles: people, without: signInActions }, {}, 8)
  return (
    <Section title={t('record')} act={<Act href="/administration/audit">{t('openAudit')}</Act>}>
      <AuditList lines={foldAudit(rows)} names={await nameAuditRows(rows)} brief />
    </Section>
  )
}

type Props = { figures: FigureValues }

/** The last 30 days of the installation: numbers with their growth, charts and the applications with most calls. */
async function Figures({ aside }: { aside: ReactNode }) {
  const figures = await getFigures()
  return (
    <>
      <div className="grid min-w-0 gap-8 xl:col-span-2">
        <Tiles figures={figures} />
        <Calls figures={figures} />
      </div>
      {aside}
      <Top figures={figures} />
    </>
  )
}

/** Each with its growth; more of what is bad stands out. */
async function Tiles({ figures }: Props) {
  const t = await getTranslations('administration.overview.figures')
  const { number } = await getFormatter()
  const signed = { signDisplay: 'exceptZero' } as const
  const tile = (value: string, name: string, below: ReactNode, unit?: string) => ({
    value,
    unit,
    term: (
      <>
        {name}
        <br />
        {below}
      </>
    ),
  })
  const grown = (name: 'calls' | 'activeApplications' | 'signUps') => {
    const { current, previous } = figures[name]
    const growth = { ...signed, style: 'percent', maximumFractionDigits: 0 } as const
    const change = number((current - previous) / previous, growth)
    return tile(number(current), t(name), previous === 0 ? t('none') : t('growth', { change }))
  }
  const share = (when: keyof Compared) => figures.errors[when] / (figures.calls[when] || 1)
  const points = (share('current') - share('previous')) * 100
  const errors = tile(
    number(share('current'), { style: 'percent', maximumFractionDigits: 1 }),
    t('errorsOf', { count: figures.errors.current }),
    <span className={points >= 0.05 ? 'font-medium text-danger' : undefined}>
      {t('points', { points: number(points, { ...signed, maximumFractionDigits: 1 }) })}
    </span>,
  )
  const { median, ...decided } = describeDecided(await listLastDecided())
  const decision = tile(number(median), t('decision'), t('onTime', decided), t('hours'))
  const tiles = [grown('calls'), errors, grown('activeApplications'), grown('signUps')]
  if (decided.count >= fewestDecided) tiles.push(decision)
  return <FigureRow label={t('title')} figures={tiles} />
}

async function Calls({ figures: { days } }: Props) {
  const t = await getTranslations('administration.overview.figures')
  return (
    <Histogram
      title={t('callsPerDay')}
      intervals={{ start: (days[0]?.at.getTime() ?? 0) / 1000, step: 86_400 }}
      series={[
        { label: t('succeeded'), tone: 'succeeded', values: days.map(({ calls, errors }) => calls - errors) },
        { label: t('errors'), tone: 'failed', values: days.map(({ errors }) => errors) },
      ]}
    >
      <Numbers days={days} />
    </Histogram>
  )
}

/** The figures of each day. */
async function Numbers({ days }: { days: FigureValues['days'] }) {
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const write = createAxisFormatter(await getLocale(), 86_400)
  const column = (name: 'calls' | 'errors' | 'activeApplications' | 'signUps') => ({
    label: t(name),
    numeric: true,
    cell: (day: (typeof days)[number]) => format.number(day[name]),
  })
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-6 items-center text-muted underline underline-offset-4">
        {t('table')}
      </summary>
      <div className="mt-3">
        <ScrollBox label={t('table')}>
          <Table
            caption={t('callsPerDay')}
            rows={days.toReversed()}
            rowKey={({ at }) => at.toISOString()}
            columns={[
              { label: t('day'), cell: ({ at }) => write.interval(at.getTime() / 1000) },
              column('calls'),
              column('errors'),
              column('activeApplications'),
              column('signUps'),
            ]}
          />
        </ScrollBox>
      </div>
    </details>
  )
}

async function Top({ figures: { top } }: Props) {
  const environments = await getTranslations('common.environment')
  const t = await getTranslations('administration.overview.figures')
  const format = await getFormatter()
  const percent = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 })
  if (top.length === 0)
    return (
      <Section title={t('top')}>
        <p className="text-muted">{t('topNone')}</p>
      </Section>
    )
  return (
    <Section title={t('top')}>
      <Table
        caption={t('top')}
        rows={top}
        rowKey={({ id }) => id}
        columns={[
          {
            label: t('application'),
            cell: ({ id, name, environment }) => (
              <span className="flex items-center gap-2">
                <span
                  className={`size-2 shrink-0 rounded-full ${environment === 'sandbox' ? 'bg-sandbox-solid' : 'bg-production-solid'}`}
                >
                  <span className="sr-only">{environments(environment)}</span>
                </span>
                <RowLink href={`/administration/applications/${id}`}>{name}</RowLink>
              </span>
            ),
          },
          { label: t('calls'), numeric: true, cell: (each) => format.number(each.calls) },
          { label: t('errors'), numeric: true, cell: (each) => percent(each.errors / each.calls) },
        ]}
      />
    </Section>
  )
}

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { countReviews } from '@/app/_request/waiting'
import { QueueTable } from '@/app/_validation/queue-table'
import { Badge } from '@/components/ui/badge'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { searchAudit, signInActions } from '@/lib/audit/queries'
import { countAwaitingApproval } from '@/lib/developers/directory'
import { getSettings } from '@/lib/env'
import { type ProcessHealth, probeProcesses } from '@/lib/health/network-checks'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import { countOutbox } from '@/lib/mail/outbox'
import { countOpenAlerts } from '@/lib/usage/open-alerts'
import { listQueue } from '@/lib/validation/queue'
import { AuditList } from './audit/audit-list'
import { Figures } from './figures'
import { Frame } from './frame'

const looks = {
  ready: ['success', CircleCheck],
  not_ready: ['warning', TriangleAlert],
  silent: ['danger', CircleX],
} as const
const words = { ready: 'ready', not_ready: 'notReady', silent: 'silent' } as const

export const generateMetadata = titled('administration')

export default async function AdministrationPage() {
  const administrator = await requireAdministrator()
  const t = await getTranslations('administration')
  return (
    <Frame current="overview" title={t('title')} lead={t('overview.lead')}>
      <div className="grid grid-cols-1 gap-8">
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <Waiting administratorId={administrator.id} />
          <Processes />
        </div>
        <Figures />
        <Record />
      </div>
    </Frame>
  )
}

async function Processes() {
  const t = await getTranslations('administration.overview')
  const processes = await getTranslations('health.process')
  const health = await probeProcesses(getSettings())
  const items = health.map((each) => ({
    term: processes(each.process),
    value: <Answer health={each} />,
  }))
  const lostWorker = health.some(({ process, state }) => process === 'worker' && state === 'silent')
  return (
    <Section
      title={t('processes')}
      act={
        <TextLink href="/administration/health" className="text-xs">
          {t('openHealth')}
        </TextLink>
      }
    >
      <DefinitionList items={items} />
      {lostWorker && <p className="text-muted text-xs">{t('workerElsewhere')}</p>}
    </Section>
  )
}

async function Answer({ health: { state, address, milliseconds } }: { health: ProcessHealth }) {
  const t = await getTranslations('administration.overview')
  const [tone, Icon] = looks[state]
  return (
    <span
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs"
      title={t('checked', { address })}
    >
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {t(words[state])}
      </Badge>
      {milliseconds !== null && t('took', { milliseconds })}
    </span>
  )
}

const shownEntries = 6

/** What waits for an administrator, the submissions first; the rail has the same numbers. */
async function Waiting({ administratorId }: { administratorId: string }) {
  const t = await getTranslations('administration.overview')
  const [{ oldestQueued, queued, failed }, alerts, developers, { waiting }, { entries }] = await Promise.all([
    countOutbox(),
    countOpenAlerts(),
    countAwaitingApproval(),
    countReviews(),
    listQueue({ state: 'in_validation', assignee: 'anyone', text: '', page: 1 }, administratorId),
  ])
  const row = (term: string, urgent: boolean, href: string, text: string) => ({
    term,
    value: (
      <span className={urgent ? 'font-medium text-warning' : undefined}>
        <TextLink href={href}>{text}</TextLink>
      </span>
    ),
  })
  const items = [
    row(t('reviews'), false, '/review', t('undecided', { count: waiting })),
    row(t('alerts'), alerts > 0, '/administration/alerts', t('openAlerts', { count: alerts })),
    row(t('outbox'), failed > 0, '/administration/outbox', t('unsent', { queued, failed })),
  ]
  // Also while approvals are off, if someone still waits from before.
  if (developers > 0 || getSettings().SIGN_UP_APPROVAL !== 'off')
    items.push(
      row(
        t('approvals'),
        developers > 0,
        '/administration/developers?state=waiting',
        t('awaitingApproval', { count: developers }),
      ),
    )
  return (
    <Section title={t('waiting')}>
      {entries.length > 0 && <QueueTable entries={entries.slice(0, shownEntries)} state="in_validation" />}
      <DefinitionList items={items} />
      {oldestQueued && (
        <p className="text-muted text-xs">
          {t.rich('oldestSince', { moment: () => <Moment at={oldestQueued} /> })}
        </p>
      )}
    </Section>
  )
}

async function Record() {
  const t = await getTranslations('administration.overview')
  const { rows } = await searchAudit({ without: signInActions }, {}, 5)
  return (
    <Section
      title={t('record')}
      act={
        <TextLink href="/administration/audit" className="text-xs">
          {t('openAudit')}
        </TextLink>
      }
    >
      <AuditList rows={rows} names={await nameAuditRows(rows)} />
    </Section>
  )
}

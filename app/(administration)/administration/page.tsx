import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { countReviews } from '@/app/_request/waiting'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { searchAudit, signInActions } from '@/lib/audit/queries'
import { countAwaitingApproval } from '@/lib/developers/directory'
import { getSettings } from '@/lib/env'
import { type ProcessHealth, probeProcesses } from '@/lib/health/network-checks'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import { countOutbox } from '@/lib/mail/outbox'
import { countOpenAlerts } from '@/lib/usage/open-alerts'
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
  await requireAdministrator()
  const t = await getTranslations('administration')
  return (
    <Frame current="overview" title={t('title')} lead={t('overview.lead')}>
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
          <Waiting />
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
  const health = await probeProcesses(getSettings())
  const items = health.map((each) => ({
    term: t(`process.${each.process}`),
    value: <Answer health={each} />,
  }))
  const lostWorker = health.some(({ process, state }) => process === 'worker' && state === 'silent')
  return (
    <Card title={t('processes')} aside={<TextLink href="/administration/health">{t('openHealth')}</TextLink>}>
      <DefinitionList items={items} />
      {lostWorker && <p className="mt-4 text-muted text-sm">{t('workerElsewhere')}</p>}
    </Card>
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

/** What waits for an administrator; the rail has the same numbers. */
async function Waiting() {
  const t = await getTranslations('administration.overview')
  const [{ oldestQueued, queued, failed }, alerts, developers, reviews] = await Promise.all([
    countOutbox(),
    countOpenAlerts(),
    countAwaitingApproval(),
    countReviews(),
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
    row(t('reviews'), false, '/review', t('undecided', { count: reviews })),
    row(t('alerts'), alerts > 0, '/administration/alerts', t('openAlerts', { count: alerts })),
    row(t('outbox'), failed > 0, '/administration/outbox', t('unsent', { queued, failed })),
  ]
  const waiting = '/administration/developers?state=waiting'
  // Also while approvals are off, if someone still waits from before.
  if (developers > 0 || getSettings().SIGN_UP_APPROVAL !== 'off')
    items.push(row(t('approvals'), developers > 0, waiting, t('awaitingApproval', { count: developers })))
  return (
    <Card title={t('waiting')}>
      <DefinitionList items={items} />
      {oldestQueued && (
        <p className="mt-4 text-muted text-sm">
          {t.rich('oldestSince', { moment: () => <Moment at={oldestQueued} /> })}
        </p>
      )}
    </Card>
  )
}

async function Record() {
  const t = await getTranslations('administration.overview')
  const { rows } = await searchAudit({ without: signInActions }, {}, 5)
  return (
    <Card title={t('record')} aside={<TextLink href="/administration/audit">{t('openAudit')}</TextLink>}>
      <AuditList rows={rows} names={await nameAuditRows(rows)} />
    </Card>
  )
}

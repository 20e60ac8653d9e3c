import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { TextLink } from '@/components/ui/text-link'
import { searchAudit } from '@/lib/audit/queries'
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
      <div className="mb-6 grid grid-cols-1 gap-6">
        <Figures />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Processes />
        <div className="grid min-w-0 gap-6">
          <Outbox />
          <Alerts />
          <Approvals />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <Record />
        </div>
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
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {t(words[state])}
        </Badge>
        {milliseconds !== null && <span className="text-muted text-xs">{t('took', { milliseconds })}</span>}
      </span>
      <span className="text-muted text-xs">{t('checked', { address })}</span>
    </span>
  )
}

async function Outbox() {
  const t = await getTranslations('administration')
  const { oldestQueued, ...counts } = await countOutbox()
  const items = (['queued', 'failed', 'sent'] as const).map((status) => ({
    term: t(`outbox.statuses.${status}`),
    value:
      status === 'failed' && counts.failed > 0 ? (
        <Badge tone="danger">{counts.failed}</Badge>
      ) : (
        counts[status]
      ),
  }))
  return (
    <Card
      title={t('overview.outbox')}
      aside={<TextLink href="/administration/outbox">{t('overview.openOutbox')}</TextLink>}
    >
      <DefinitionList items={items} />
      {oldestQueued && (
        <p className="mt-4 text-muted text-sm">
          {t.rich('overview.oldestSince', { moment: () => <Moment at={oldestQueued} /> })}
        </p>
      )}
    </Card>
  )
}

async function Alerts() {
  const t = await getTranslations('administration.overview')
  const count = await countOpenAlerts()
  return (
    <Card title={t('alerts')} aside={<TextLink href="/administration/alerts">{t('lookAtAlerts')}</TextLink>}>
      <p className={count > 0 ? 'font-medium text-sm text-warning' : 'text-muted text-sm'}>
        {t('openAlerts', { count })}
      </p>
    </Card>
  )
}

/** Also while approvals are off, if someone still waits from before. */
async function Approvals() {
  const t = await getTranslations('administration.overview')
  const count = await countAwaitingApproval()
  if (count === 0 && getSettings().SIGN_UP_APPROVAL === 'off') return null
  return (
    <Card
      title={t('approvals')}
      aside={<TextLink href="/administration/developers?state=waiting">{t('viewWaiting')}</TextLink>}
    >
      <p className={count > 0 ? 'font-medium text-sm text-warning' : 'text-muted text-sm'}>
        {t('awaitingApproval', { count })}
      </p>
    </Card>
  )
}

async function Record() {
  const t = await getTranslations('administration.overview')
  const { rows } = await searchAudit({}, {}, 8)
  return (
    <Card title={t('record')} aside={<TextLink href="/administration/audit">{t('openAudit')}</TextLink>}>
      <AuditList rows={rows} names={await nameAuditRows(rows)} />
    </Card>
  )
}

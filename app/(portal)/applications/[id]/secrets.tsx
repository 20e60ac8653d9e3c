import { getFormatter, getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { type Column, Table } from '@/components/ui/table'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isSilent, type SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'
import { end, rotate } from './actions'
import { EndForm, RotateForm } from './secret-forms'

type Props = {
  application: TeamApplication
  /** The current one first. */
  secrets: SecretSummary[]
  /** in the form of rotation, before a confirmation on the way */
  typed: Record<string, string>
}

/** The secrets in force, when and from where each was last used; for owners, what ends and replaces them. */
export async function Secrets({ application, secrets, typed }: Props) {
  const t = await getTranslations('applications.secrets')
  const owns = may(application.role, 'secrets')
  const current = owns && secrets[0]
  return (
    <Card title={t('title')} id="secrets" className="scroll-mt-6">
      <Table
        caption={t('caption')}
        columns={await columns(application.id, owns)}
        rows={secrets}
        rowKey={({ id }) => id}
      />
      {current && (
        <div className="mt-6 grid gap-4 border-line border-t pt-6">
          <div className="grid max-w-prose gap-1">
            <h3 className="font-semibold">{t('rotateTitle')}</h3>
            <p className="text-muted text-sm">{t('rotateLead')}</p>
          </div>
          <RotateForm
            key={current.id}
            secretId={current.id}
            action={rotate.bind(null, application.id)}
            typed={typed}
            labels={{ overlap: t('overlap'), rotate: t('rotate'), problem: t('problem') }}
            options={overlapHours.map((hours) => ({ value: String(hours), label: t(`overlap${hours}`) }))}
          />
        </div>
      )}
    </Card>
  )
}

async function columns(applicationId: string, owns: boolean): Promise<Column<SecretSummary>[]> {
  const t = await getTranslations('applications.secrets')
  const details = await getTranslations('applications.details')
  const format = await getFormatter()
  const moment = (at: Date) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })
  const time = (at: Date) => (
    <time dateTime={at.toISOString()} className="font-normal">
      {details('utc', { when: moment(at) })}
    </time>
  )
  return [
    { label: t('created'), cell: ({ createdAt }) => time(createdAt) },
    { label: t('lastUsed'), cell: ({ lastUsedAt }) => (lastUsedAt ? time(lastUsedAt) : t('never')) },
    {
      label: t('address'),
      cell: ({ lastUsedAddress }) => <code className="text-xs">{lastUsedAddress ?? t('nowhere')}</code>,
    },
    {
      label: t('ends'),
      cell: (secret) =>
        secret.retiresAt ? (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="warning">{t('retires', { when: moment(secret.retiresAt) })}</Badge>
            {isSilent(secret) && <Badge tone="success">{t('silent')}</Badge>}
            {owns && (
              <EndForm
                secretId={secret.id}
                action={end.bind(null, applicationId)}
                labels={{ end: t('endNow') }}
              />
            )}
          </span>
        ) : (
          <Badge tone="success">{t('current')}</Badge>
        ),
    },
  ]
}

import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { FormProblem } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isSilent, type SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'
import { end, rotate } from './actions'

type Props = {
  application: TeamApplication
  /** Current secret first. */
  secrets: SecretSummary[]
  /** typed in the rotation form before a confirmation interrupted it */
  typed: Record<string, string>
}

/** The active secrets, when and from where each was last used; owners can rotate and end them. */
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
          {/* Keyed by the very secret that the form replaces. */}
          <ActionForm
            key={current.id}
            action={rotate.bind(null, application.id)}
            typed={typed}
            className="max-w-none gap-4"
          >
            <input type="hidden" name="secretId" value={current.id} />
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1 basis-64 sm:max-w-sm">
                <Select
                  name="overlap"
                  label={t('overlap')}
                  defaultValue="24"
                  options={overlapHours.map((hours) => ({
                    value: String(hours),
                    label: t(`overlap${hours}`),
                  }))}
                />
              </div>
              <SubmitButton variant="secondary" className="min-h-11">
                {t('rotate')}
              </SubmitButton>
            </div>
          </ActionForm>
        </div>
      )}
    </Card>
  )
}

async function columns(applicationId: string, owns: boolean): Promise<Column<SecretSummary>[]> {
  const t = await getTranslations('applications.secrets')
  return [
    { label: t('created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      label: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t('never')),
    },
    {
      label: t('address'),
      cell: ({ lastUsedAddress }) => <code className="text-xs">{lastUsedAddress ?? t('nowhere')}</code>,
    },
    {
      label: t('ends'),
      cell: (secret) =>
        secret.retiresAt ? (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="warning">
              {t.rich('retires', { when: () => secret.retiresAt && <Moment at={secret.retiresAt} /> })}
            </Badge>
            {isSilent(secret) && <Badge tone="success">{t('silent')}</Badge>}
            {owns && (
              <ActionForm
                action={end.bind(null, applicationId)}
                summary={false}
                className="flex flex-wrap items-center gap-2"
              >
                <input type="hidden" name="secretId" value={secret.id} />
                <SubmitButton variant="danger" size="small">
                  {t('endNow')}
                </SubmitButton>
                <FormProblem id={`end-${secret.id}`} />
              </ActionForm>
            )}
          </span>
        ) : (
          <Badge tone="success">{t('current')}</Badge>
        ),
    },
  ]
}

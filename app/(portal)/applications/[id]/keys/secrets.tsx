import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { FormEnd } from '@/components/ui/form-end'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { Table } from '@/components/ui/table'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isSilent, type SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'
import { revokePreviousSecret, rotateSecret } from '../actions'

type Props = {
  application: TeamApplication
  /** Current secret first. */
  secrets: SecretSummary[]
}

/** The active secrets, their age, when and from where each was last used; owners can rotate and end them. */
export async function Secrets({ application, secrets }: Props) {
  const t = await getTranslations('applications.secrets')
  const owns = may(application.role, 'secrets')
  const current = owns && secrets[0]
  return (
    <Section title={t('title')} id="secrets">
      <Table
        caption={t('title')}
        rows={secrets}
        rowKey={({ id }) => id}
        columns={[
          { label: t('secret'), cell: (secret) => <State secret={secret} /> },
          { label: t('created'), cell: ({ createdAt }) => <Moment at={createdAt} as="relative" /> },
          {
            label: t('lastUsed'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} as="relative" /> : t('never')),
          },
          {
            label: t('address'),
            cell: ({ lastUsedAddress }) => <code className="text-xs">{lastUsedAddress ?? t('nowhere')}</code>,
          },
          ...(owns && secrets.some(({ retiresAt }) => retiresAt)
            ? [
                {
                  label: t('action'),
                  action: true,
                  cell: ({ id, retiresAt }: SecretSummary) =>
                    retiresAt && (
                      <ActionForm action={revokePreviousSecret.bind(null, application.id)} summary={false}>
                        <input type="hidden" name="secretId" value={id} />
                        <FormEnd variant="dangerOutline" size="small">
                          {t('endNow')}
                        </FormEnd>
                      </ActionForm>
                    ),
                },
              ]
            : []),
        ]}
      />
      {current && (
        <div className="mt-3 grid max-w-prose gap-4">
          <div className="grid gap-1">
            <h3 className="font-semibold">{t('rotateTitle')}</h3>
            <p className="text-muted text-sm">{t('rotateLead')}</p>
          </div>
          {/* Keyed by the very secret that the form replaces. */}
          <ActionForm
            key={current.id}
            action={rotateSecret.bind(null, application.id)}
            className="max-w-80 gap-3"
          >
            <input type="hidden" name="secretId" value={current.id} />
            <Select
              name="overlap"
              label={t('overlap')}
              defaultValue="24"
              options={overlapHours.map((hours) => ({
                value: String(hours),
                label: t(`overlap${hours}`),
              }))}
            />
            <FormEnd variant="secondary">{t('rotate')}</FormEnd>
          </ActionForm>
        </div>
      )}
    </Section>
  )
}

async function State({ secret }: { secret: SecretSummary }) {
  const t = await getTranslations('applications.secrets')
  const { retiresAt } = secret
  if (!retiresAt) return t('current')
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone="warning">{t.rich('retires', { when: () => <Moment at={retiresAt} /> })}</Badge>
      {isSilent(secret) && <Badge tone="success">{t('silent')}</Badge>}
    </span>
  )
}

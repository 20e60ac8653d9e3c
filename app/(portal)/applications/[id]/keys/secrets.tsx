import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { FormEnd } from '@/components/ui/form-end'
import { Moment } from '@/components/ui/moment'
import { Select } from '@/components/ui/select'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isSilent, type SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'
import { endPreviousSecret, rotateOwnSecret } from '../actions'
import { Facts } from '../facts'

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
    <Card title={t('title')} id="secrets" className="scroll-mt-6">
      <ul className="grid gap-4">
        {secrets.map((secret) => (
          <li key={secret.id} className="grid gap-3 border-line border-b pb-4 last:border-b-0 last:pb-0">
            <Secret applicationId={application.id} secret={secret} owns={owns} />
          </li>
        ))}
      </ul>
      {current && (
        <div className="mt-5 grid gap-4 border-line border-t pt-5">
          <div className="grid gap-1">
            <h3 className="font-semibold">{t('rotateTitle')}</h3>
            <p className="text-muted text-sm">{t('rotateLead')}</p>
          </div>
          {/* Keyed by the very secret that the form replaces. */}
          <ActionForm
            key={current.id}
            action={rotateOwnSecret.bind(null, application.id)}
            className="max-w-none gap-3"
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
    </Card>
  )
}

type SecretProps = { applicationId: string; secret: SecretSummary; owns: boolean }

async function Secret({ applicationId, secret, owns }: SecretProps) {
  const t = await getTranslations('applications.secrets')
  const { id, createdAt, lastUsedAt, lastUsedAddress, retiresAt } = secret
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {retiresAt ? (
          <Badge tone="warning">{t.rich('retires', { when: () => <Moment at={retiresAt} /> })}</Badge>
        ) : (
          <Badge tone="success">{t('current')}</Badge>
        )}
        {isSilent(secret) && <Badge tone="success">{t('silent')}</Badge>}
      </div>
      <Facts
        items={[
          { term: t('created'), value: <Moment at={createdAt} as="relative" /> },
          {
            term: t('lastUsed'),
            value: lastUsedAt ? <Moment at={lastUsedAt} as="relative" /> : t('never'),
          },
          { term: t('address'), value: <code className="text-xs">{lastUsedAddress ?? t('nowhere')}</code> },
        ]}
      />
      {retiresAt && owns && (
        <ActionForm action={endPreviousSecret.bind(null, applicationId)} summary={false} className="gap-2">
          <input type="hidden" name="secretId" value={id} />
          <FormEnd variant="dangerOutline" size="small">
            {t('endNow')}
          </FormEnd>
        </ActionForm>
      )}
    </>
  )
}

import { Eye, EyeOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { CopyField } from '@/components/copy-field'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FieldHint } from '@/components/ui/field'
import { FormOutcome, FormProblem } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import type { Application } from '@/generated/prisma/client'
import { copySecret } from './actions'
import { CopySecretButton, SecretInput } from './secret'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId' | 'clientAuthentication'>
  /** Whether a secret may be shown in this state. */
  available: boolean
  /** Whether it may be shown to this reader. */
  owns: boolean
}

const secretField = 'client-secret'

/** URLs, client id and secret, within the stage that reveals the secret. */
export async function Credentials({ application, available, owns }: Props) {
  const { id, environment, clientId, clientAuthentication } = application
  const t = await getTranslations('applications.credentials')
  const usesKeys = clientAuthentication === 'private_key_jwt'
  const shows = available && owns && !usesKeys
  const hint = `${t('keepSafe')} ${t(environment === 'sandbox' ? 'secretHint' : 'secretHintProduction')}`
  return (
    <Card title={t('title')} id="credentials" className="scroll-mt-6">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <CopyField id="client-id" label={t('clientId')} value={clientId} copyLabel={t('copyClientId')} />
        {shows ? (
          <Secret applicationId={id} hint={hint} />
        ) : (
          <div className="grid gap-1.5">
            <p className="font-medium text-sm">{t('clientSecret')}</p>
            <p className="rounded-lg border border-line-strong border-dashed px-3 py-2.5 text-muted text-sm">
              {t(usesKeys ? 'byKeys' : available ? 'ownersOnly' : 'afterApproval')}
            </p>
          </div>
        )}
        <Addresses environment={environment} />
        {shows && (
          <div className="lg:col-span-2">
            <FieldHint id={secretField} hint={hint} />
          </div>
        )}
      </div>
    </Card>
  )
}

/** The secret behind dots. Its button stays the same element, and keeps the focus, when the secret is shown. */
async function Secret({ applicationId, hint }: { applicationId: string; hint: string }) {
  const t = await getTranslations('applications.credentials')
  const id = secretField
  const look = {
    name: 'intent',
    variant: 'secondary',
    size: 'small',
    className: '[&>span]:inline-flex [&>span]:items-center [&>span]:gap-2',
  } as const
  const closed = (
    <SubmitButton {...look} value="reveal">
      <Eye aria-hidden="true" />
      {t('reveal')}
    </SubmitButton>
  )
  return (
    <ActionForm summary={false} className="max-w-none">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-end justify-between gap-2">
          <label htmlFor={id} className="font-medium text-sm">
            {t('clientSecret')}
          </label>
          {/* Next to a field, those below line up. */}
          <div className="flex flex-wrap items-center gap-2 lg:-mt-3.5">
            <FormOutcome otherwise={closed}>
              <SubmitButton {...look} value="hide">
                <EyeOff aria-hidden="true" />
                {t('hide')}
              </SubmitButton>
            </FormOutcome>
            <CopySecretButton
              copySecret={copySecret.bind(null, applicationId)}
              failedLabel={t('copyFailed')}
            />
          </div>
        </div>
        <SecretInput id={id} hint={hint} />
        <FormProblem id={id} />
      </div>
    </ActionForm>
  )
}

async function Addresses({ environment }: Pick<Application, 'environment'>) {
  const t = await getTranslations('applications.credentials')
  const { authUrl, baseUrl } = gatewayAddresses(environment)
  const address = (name: string) => ({
    label: name,
    copyLabel: t('copyAddress', { name }),
  })
  return (
    <>
      <CopyField id="auth-url" value={authUrl} {...address('auth_url')} />
      <CopyField id="base-url" value={baseUrl} {...address('base_url')} />
    </>
  )
}

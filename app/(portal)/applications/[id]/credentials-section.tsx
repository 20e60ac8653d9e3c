import { Eye, EyeOff } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { CopyField } from '@/components/copy-field'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FieldHint } from '@/components/ui/field'
import { FormOutcome, FormProblem, FormStage } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import type { Application } from '@/generated/prisma/client'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { copySecret, reveal } from './actions'
import { FirstCall } from './first-call'
import { CopySecretButton, SecretInput } from './secret'

type Props = {
  application: Pick<Application, 'id' | 'environment' | 'clientId'>
  /** Whether a secret may be shown in this state. */
  available: boolean
  /** Whether it may be shown to this reader. */
  owns: boolean
  /** The current secret's id: after a rotation, the revealed secret is forgotten. */
  secretId: string
}

/**
 * Client id, secret, addresses and the first call: one stage, because revealing the secret puts it into the snippets too.
 * Its key is the secret's id, so that a rotation forgets what was shown.
 */
export async function CredentialsSection({ application, available, owns, secretId }: Props) {
  const { id, environment, clientId } = application
  const sandbox = environment === 'sandbox'
  // In Production, an example that can be no one's real number.
  const msisdn = sandbox ? firstCallMsisdn : reservedMsisdn
  const t = await getTranslations('applications')
  return (
    <FormStage key={secretId} action={reveal.bind(null, id)}>
      <Card title={t('credentials.title')} id="credentials" className="scroll-mt-6">
        <div className="grid gap-5">
          <PublicFields environment={environment} clientId={clientId} />
          {available && owns ? (
            <Secret applicationId={id} sandbox={sandbox} />
          ) : (
            <div className="grid gap-1.5">
              <p className="font-medium text-sm">{t('credentials.clientSecret')}</p>
              <p className="rounded-lg border border-line-strong border-dashed px-3 py-2.5 text-muted text-sm">
                {t(available ? 'credentials.ownersOnly' : 'credentials.afterApproval')}
              </p>
            </div>
          )}
        </div>
      </Card>
      <Card title={t('firstCall.title')} id="first-call" className="scroll-mt-6">
        <p className="mb-4 text-muted text-sm">
          {sandbox ? t('firstCall.lead', { msisdn }) : t('firstCall.leadProduction')}{' '}
          {sandbox && (
            <Link href="/docs#accounts" className="text-accent underline underline-offset-2">
              {t('firstCall.accounts')}
            </Link>
          )}
        </p>
        <FirstCall
          snippet={{ ...gatewayAddresses(environment), clientId, msisdn, missing: t('firstCall.variable') }}
          copySecret={sandbox && available && owns ? copySecret.bind(null, id) : null}
          available={available && owns}
          collection={`/applications/${id}/collection`}
        />
      </Card>
    </FormStage>
  )
}

/** The secret behind dots. Its button stays the same element, and keeps the focus, when the secret is shown. */
async function Secret({ applicationId, sandbox }: { applicationId: string; sandbox: boolean }) {
  const t = await getTranslations('applications.credentials')
  const hint = `${t('keepSafe')} ${t(sandbox ? 'secretHint' : 'secretHintProduction')}`
  const id = 'client-secret'
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
        <label htmlFor={id} className="font-medium text-sm">
          {t('clientSecret')}
        </label>
        <FieldHint id={id} hint={hint} />
        <div className="flex flex-wrap items-center gap-2">
          <SecretInput id={id} hint={hint} />
          <FormOutcome otherwise={closed}>
            <SubmitButton {...look} value="hide">
              <EyeOff aria-hidden="true" />
              {t('hide')}
            </SubmitButton>
          </FormOutcome>
          <CopySecretButton
            copySecret={copySecret.bind(null, applicationId)}
            label={t('copy')}
            copiedLabel={t('copied')}
            failedLabel={t('copyFailed')}
          />
        </div>
        <FormProblem id={id} />
      </div>
    </ActionForm>
  )
}

async function PublicFields({ environment, clientId }: Pick<Application, 'environment' | 'clientId'>) {
  const t = await getTranslations('applications.credentials')
  const { authUrl, baseUrl } = gatewayAddresses(environment)
  const address = (name: string) => ({
    label: name,
    copyLabel: t('copyAddress', { name }),
    copiedLabel: t('copied'),
  })
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <CopyField id="auth-url" value={authUrl} {...address('auth_url')} />
        <CopyField id="base-url" value={baseUrl} {...address('base_url')} />
      </div>
      <CopyField
        id="client-id"
        label={t('clientId')}
        value={clientId}
        copyLabel={t('copyClientId')}
        copiedLabel={t('copied')}
      />
    </>
  )
}

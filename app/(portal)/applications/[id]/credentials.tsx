import { Eye, EyeOff } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { classNames } from '@/components/class-names'
import { ActionForm } from '@/components/ui/action-form'
import { CopyButton } from '@/components/ui/copy-button'
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
  const cell = 'min-w-0 px-4 py-3 lg:px-5 lg:py-4'
  return (
    <section id="credentials" aria-label={t('title')} className="grid scroll-mt-16 gap-2">
      <div className="grid grid-cols-1 divide-line rounded-xl border border-line bg-surface shadow-card max-lg:divide-y lg:grid-cols-[1.24fr_1fr_1fr] lg:divide-x">
        <div className={cell}>
          <CopyField id="client-id" label={t('clientId')} value={clientId} copyLabel={t('copyClientId')} />
        </div>
        <div className={cell}>
          {shows ? (
            <Secret applicationId={id} hint={hint} />
          ) : (
            <div className="text-xs leading-7">
              <p className="text-muted">{t('clientSecret')}</p>
              <p>{t(usesKeys ? 'byKeys' : available ? 'ownersOnly' : 'afterApproval')}</p>
            </div>
          )}
        </div>
        <div className={`${cell} grid content-start gap-0.5`}>
          <Addresses environment={environment} />
        </div>
      </div>
      {shows && <FieldHint id={secretField} hint={hint} />}
    </section>
  )
}

/** The secret behind dots. */
async function Secret({ applicationId, hint }: { applicationId: string; hint: string }) {
  const t = await getTranslations('applications.credentials')
  const id = secretField
  return (
    <ActionForm summary="elsewhere" className="max-w-none">
      <div className="grid">
        <div className="-mr-2.5 flex min-h-7 flex-wrap items-center justify-between gap-x-2">
          <label htmlFor={id} className="text-muted text-xs">
            {t('clientSecret')}
          </label>
          <SecretButtons applicationId={applicationId} />
        </div>
        <SecretInput id={id} hint={hint} />
        <FormProblem />
      </div>
    </ActionForm>
  )
}

type ButtonProps = { applicationId: string } & Pick<ComponentProps<typeof CopySecretButton>, 'announces'>

/**
 * "Reveal", which becomes "Hide", and "Copy". The first stays the same element, and keeps the focus, when the secret is
 * shown.
 */
export async function SecretButtons({ applicationId, announces }: ButtonProps) {
  const t = await getTranslations('applications.credentials')
  const look = {
    name: 'intent',
    variant: 'quiet',
    size: 'small',
    className:
      'min-h-7! py-0.5! text-xs! text-muted! [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5',
  } as const
  const closed = (
    <SubmitButton {...look} value="reveal">
      <Eye aria-hidden="true" />
      {t('reveal')}
    </SubmitButton>
  )
  return (
    <div className="flex flex-wrap items-center">
      <FormOutcome otherwise={closed}>
        <SubmitButton {...look} value="hide">
          <EyeOff aria-hidden="true" />
          {t('hide')}
        </SubmitButton>
      </FormOutcome>
      <CopySecretButton
        copySecret={copySecret.bind(null, applicationId)}
        failedLabel={t('copyFailed')}
        announces={announces}
      />
    </div>
  )
}

async function Addresses({ environment }: Pick<Application, 'environment'>) {
  const t = await getTranslations('applications.credentials')
  const { authUrl, baseUrl } = gatewayAddresses(environment)
  const address = (name: string) => ({
    inline: true,
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

type CopyFieldProps = {
  id: string
  /** Also the accessible name. */
  label: string
  value: string
  /** Names what is copied, for example "Copy client ID". */
  copyLabel: string
  /** In one line with its label. */
  inline?: boolean
}

/** A value to use elsewhere: read-only, selectable, with a button that copies it. */
function CopyField({ id, label, value, copyLabel, inline = false }: CopyFieldProps) {
  return (
    <div className={classNames('relative grid items-center', inline && 'grid-cols-[4.5rem_minmax(0,1fr)]')}>
      <label
        htmlFor={id}
        className={classNames('min-h-7 text-muted text-xs leading-7', inline && 'font-mono')}
      >
        {label}
      </label>
      <input
        id={id}
        readOnly
        value={value}
        className={classNames(
          'h-7 min-w-0 truncate rounded bg-transparent font-mono text-xs',
          inline && 'pr-6',
        )}
      />
      <CopyButton text={value} label={copyLabel} place="field" />
    </div>
  )
}

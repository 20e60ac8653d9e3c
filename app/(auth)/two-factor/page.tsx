import { getTranslations } from 'next-intl/server'
import { renderSVG } from 'uqr'
import { pageMetadata } from '@/app/_request/page-metadata'
import { landing, returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireRecentAuthentication, requireSignedIn } from '@/app/_request/session'
import { CodeInput } from '@/app/(auth)/code-input'
import { WithSteps } from '@/app/(auth)/with-steps'
import { type Query, withQuery } from '@/components/query'
import { RecoveryCodes } from '@/components/recovery-codes'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { FormProvider } from '@/components/ui/form-provider'
import { FormOutcome } from '@/components/ui/form-state'
import { NarrowPage } from '@/components/ui/page-header'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { getSettings } from '@/lib/env'
import { showSetupKey } from '@/lib/identity/second-factor'
import { turnOnAuthenticator } from './actions'

export const generateMetadata = pageMetadata('accounts.twoFactor')

export default async function TwoFactorPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireSignedIn()
  if (!developer.hasAuthenticator) requireRecentAuthentication(developer, '/two-factor')
  const next = returnPath((await searchParams).next, landing(developer.role))
  const t = await getTranslations('accounts.twoFactor')
  return (
    <FormProvider action={turnOnAuthenticator}>
      <FormOutcome otherwise={<SetUp developer={developer} next={next} />}>
        <WithSteps way="twoFactor" current={3}>
          <NarrowPage title={t('onTitle')}>
            <RecoveryCodes next={next} portal={getSettings().PORTAL_URL} />
          </NarrowPage>
        </WithSteps>
      </FormOutcome>
    </FormProvider>
  )
}

async function SetUp({ developer, next }: { developer: CurrentDeveloper; next: string }) {
  const t = await getTranslations('accounts.twoFactor')
  const fields = await getTranslations('accounts.fields')
  const setup = developer.hasAuthenticator ? null : await showSetupKey(developer, developer.sessionId)
  if (!setup)
    return (
      <NarrowPage title={t('onTitle')} lead={t('on')}>
        <ButtonLink href="/account">{t('account')}</ButtonLink>
      </NarrowPage>
    )
  return (
    <WithSteps way="twoFactor" current={1}>
      <NarrowPage
        title={t('title')}
        lead={t(developer.role === 'developer' ? 'lead' : 'required')}
        after={<TextLink href={withQuery('/two-factor/passkey', { next })}>{t('passkey')}</TextLink>}
      >
        <ActionForm>
          <div className="grid gap-4">
            <p className="text-sm">{t('scan')}</p>
            <Picture address={setup.address} name={t('picture')} />
            <p className="text-sm">
              <a href={setup.address} className="font-medium text-accent underline underline-offset-4">
                {t('open')}
              </a>
            </p>
          </div>
          <TextInput
            name="setupKey"
            label={fields('setupKey')}
            value={setup.key}
            readOnly
            mono
            className="text-sm"
          />
          <CodeInput hint={fields('newCodeHint')} />
          <SubmitButton size="large">{t('button')}</SubmitButton>
        </ActionForm>
      </NarrowPage>
    </WithSteps>
  )
}

/** White with a margin in both themes, or cameras do not find it. */
function Picture({ address, name }: { address: string; name: string }) {
  const svg = renderSVG(address, { border: 4 })
  return (
    // biome-ignore lint/performance/noImgElement: a data address has nothing to optimise
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={name}
      width={208}
      height={208}
      className="rounded-lg border border-line bg-white"
    />
  )
}

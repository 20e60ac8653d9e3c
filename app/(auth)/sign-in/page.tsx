import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { decode } from 'next-auth/jwt'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { sessionCookieName } from '@/app/_request/session-cookie'
import { FlashMessages } from '@/components/flash-messages'
import { ProviderLink, providerRefusals } from '@/components/identity/provider-link'
import { PasskeyForm } from '@/components/passkey-form'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormProvider } from '@/components/ui/form-provider'
import { FormWait } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { NarrowPage } from '@/components/ui/page-header'
import { PasswordInput } from '@/components/ui/password-input'
import { Divider } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { EmailInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { getSettings, requireSetting } from '@/lib/env'
import { findProviderName } from '@/lib/identity/provider-settings'
import { findSuspension } from '@/lib/identity/refused-sign-in'
import { isUuid } from '@/lib/ids'
import { beginPasskey, givePasskey, signIn } from './actions'

const notices = {
  password: 'resetDone',
  email: 'emailChanged',
  cancelled: 'emailCancelled',
  restored: 'emailRestored',
  browser: 'browserDone',
} as const
type Done = keyof typeof notices

export const generateMetadata = pageMetadata('accounts.signIn')

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams
  const { next } = query
  const developer = await findCurrentDeveloper()
  if (developer) redirect(returnPath(next, landing(developer.role)))
  const t = await getTranslations('accounts.signIn')
  const why = await getTranslations('provider.refused')
  const provider = findProviderName()
  return (
    <NarrowPage
      title={t('title')}
      after={
        <p>
          {t('new')} <TextLink href="/sign-up">{t('create')}</TextLink>
        </p>
      }
    >
      <div className="grid gap-6">
        <Suspended />
        <FlashMessages
          query={query}
          done={{ keys: Object.keys(notices) as Done[], text: (key) => t(notices[key]) }}
          refused={{
            keys: ['cookies', ...(provider ? providerRefusals : [])],
            text: (key) => (key === 'cookies' ? t('cookies') : why(key, { provider: provider ?? '' })),
          }}
        />
        {provider && <WithProvider provider={provider} next={returnPath(next, '')} />}
        <SignInForm next={returnPath(next, '')} />
        <PasskeySignIn next={returnPath(next, '')} />
      </div>
    </NarrowPage>
  )
}

/** Single sign-on, above the form, as it is one press. */
async function WithProvider({ provider, next }: { provider: string; next: string }) {
  const t = await getTranslations('provider')
  return (
    <>
      <ProviderLink to="/oidc/sign-in" query={{ next }}>
        {t('continue', { provider })}
      </ProviderLink>
      {getSettings().STAFF_PASSWORDS === 'break-glass' && (
        <p className="text-muted text-sm">{t('staff', { provider })}</p>
      )}
      <Divider>{t('or')}</Divider>
    </>
  )
}

/** For someone suspended while signed in: every page redirected here without a reason. */
async function Suspended() {
  const suspension = await findOwnSuspension()
  if (!suspension) return null
  const t = await getTranslations('accounts.errors')
  return (
    <Notice tone="danger" role="alert">
      {t('suspended', suspension)}
    </Notice>
  )
}

/** Why the person whose session this browser still holds was suspended; null for everyone else. */
async function findOwnSuspension(): Promise<{ reason: string } | null> {
  const token = (await cookies()).get(sessionCookieName())?.value
  if (!token) return null
  const claims = await decode({ token, secret: requireSetting('NEXTAUTH_SECRET') }).catch(() => null)
  const id = claims?.developerId
  return isUuid(id) ? findSuspension({ id }) : null
}

/** Below the password, which works without JavaScript; the browser lists the passkeys that it has for this site. */
async function PasskeySignIn({ next }: { next: string }) {
  const t = await getTranslations('accounts.passkey')
  return (
    <>
      <Divider className="needs-script">{t('or')}</Divider>
      <PasskeyForm begin={beginPasskey} action={givePasskey} button="signIn">
        <input type="hidden" name="next" value={next} />
      </PasskeyForm>
    </>
  )
}

/** `next` is where to continue; the server checks that it is one of our pages. */
async function SignInForm({ next }: { next: string }) {
  const t = await getTranslations('accounts')
  return (
    <FormProvider action={signIn}>
      <ActionForm>
        <input type="hidden" name="next" value={next} />
        <EmailInput label={t('fields.email')} autoComplete="username" autoFocus />
        <PasswordInput
          name="password"
          label={t('fields.password')}
          autoComplete="current-password"
          required
        />
        <div className="grid justify-items-center gap-4">
          <SubmitButton size="large" className="w-full">
            {t('signIn.button')}
          </SubmitButton>
          <TextLink href="/forgot-password">{t('signIn.forgot')}</TextLink>
        </div>
        <FormWait>
          <TextLink href="/sign-in/browser">{t('signIn.browser')}</TextLink>
        </FormWait>
      </ActionForm>
    </FormProvider>
  )
}

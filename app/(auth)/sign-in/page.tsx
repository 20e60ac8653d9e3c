import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { findOwnSuspension } from '@/app/_request/suspension'
import { NarrowPage } from '@/components/narrow-page'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormOutcome, FormStage } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { PasswordInput } from '@/components/ui/password-input'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { signIn } from './actions'

const notices = {
  password: 'resetDone',
  email: 'emailChanged',
  cancelled: 'emailCancelled',
  restored: 'emailRestored',
  browser: 'browserDone',
} as const
type Done = keyof typeof notices

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.signIn'))('title') }
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams
  const { next } = query
  const developer = await findCurrentDeveloper()
  if (developer) redirect(returnPath(next, landing(developer.role)))
  const t = await getTranslations('accounts.signIn')
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
        <OneTimeNotices
          query={query}
          done={{ keys: Object.keys(notices) as Done[], text: (key) => t(notices[key]) }}
        />
        <SignInForm next={returnPath(next, '')} />
      </div>
    </NarrowPage>
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

/** `next` is where to continue; the server checks that it is one of our pages. */
async function SignInForm({ next }: { next: string }) {
  const t = await getTranslations('accounts')
  return (
    <FormStage action={signIn}>
      <ActionForm>
        <input type="hidden" name="next" value={next} />
        <TextInput
          name="email"
          type="email"
          label={t('fields.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInput
          name="password"
          label={t('fields.password')}
          autoComplete="current-password"
          required
        />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <SubmitButton size="large">{t('signIn.button')}</SubmitButton>
          <TextLink href="/forgot-password">{t('signIn.forgot')}</TextLink>
        </div>
        <FormOutcome>
          <TextLink href="/sign-in/browser">{t('signIn.browser')}</TextLink>
        </FormOutcome>
      </ActionForm>
    </FormStage>
  )
}

import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { findOwnSuspension } from '@/app/_request/suspension'
import { NarrowPage } from '@/components/narrow-page'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { SignInForm } from './form'

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
        <SignInForm next={returnPath(next, '')} labels={await labels()} />
      </div>
    </NarrowPage>
  )
}

/** Suspended while signed in: every page led here, without a word. */
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

async function labels() {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  return {
    email: t('fields.email'),
    password: t('fields.password'),
    showPassword: common('showPassword'),
    hidePassword: common('hidePassword'),
    button: t('signIn.button'),
    forgot: t('signIn.forgot'),
    browser: t('signIn.browser'),
    problem: common('errorSummary'),
  }
}

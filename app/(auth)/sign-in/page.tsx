import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper } from '@/app/_request/session'
import { NarrowPage } from '@/components/narrow-page'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { SignInForm } from './form'

type Query = { next?: string; done?: string }

const notices = {
  password: 'resetDone',
  email: 'emailChanged',
  cancelled: 'emailCancelled',
  restored: 'emailRestored',
  browser: 'browserDone',
} as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.signIn'))('title') }
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next, done } = await searchParams
  const developer = await findCurrentDeveloper()
  if (developer) redirect(returnPath(next, landing(developer.role)))
  const t = await getTranslations('accounts.signIn')
  const notice = Object.hasOwn(notices, done ?? '') ? notices[done as keyof typeof notices] : null
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
        {notice && (
          <Notice tone="success" role="status">
            {t(notice)}
          </Notice>
        )}
        <SignInForm next={returnPath(next, '')} labels={await labels()} />
      </div>
    </NarrowPage>
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

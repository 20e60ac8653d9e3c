import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper, findPendingDeveloper } from '@/app/_request/session'
import { NarrowPage } from '@/components/narrow-page'
import { TextLink } from '@/components/ui/text-link'
import { CodeForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.code'))('title') }
}

export default async function CodePage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const { next } = await searchParams
  const developer = await findCurrentDeveloper()
  if (developer) redirect(returnPath(next, landing(developer.role)))
  const pending = await findPendingDeveloper()
  if (!pending) redirect('/sign-in')
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  const labels = {
    code: t('fields.code'),
    hint: t('fields.codeHint'),
    button: t('code.button'),
    problem: common('errorSummary'),
  }
  return (
    <NarrowPage
      title={t('code.title')}
      lead={t('code.lead', { email: pending.email })}
      after={<TextLink href="/sign-in">{t('code.again')}</TextLink>}
    >
      <CodeForm next={returnPath(next, '')} labels={labels} />
    </NarrowPage>
  )
}

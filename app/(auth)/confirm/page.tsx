import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { returnPath } from '@/app/_request/return-path'
import { requireDeveloper } from '@/app/_request/session'
import { NarrowPage } from '@/components/narrow-page'
import { confirmationMinutes } from '@/lib/developers/schema'
import { ConfirmForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.confirm'))('title') }
}

export default async function ConfirmPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const { email, hasSecondFactor } = await requireDeveloper()
  const next = returnPath((await searchParams).next)
  const t = await getTranslations('accounts.confirm')
  return (
    <NarrowPage title={t('title')} lead={t('lead', { email, minutes: confirmationMinutes })}>
      <ConfirmForm next={next} email={email} withCode={hasSecondFactor} labels={await labels()} />
    </NarrowPage>
  )
}

async function labels() {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  return {
    password: t('fields.password'),
    showPassword: common('showPassword'),
    hidePassword: common('hidePassword'),
    code: t('fields.code'),
    codeHint: t('fields.codeHint'),
    either: t('confirm.either'),
    button: t('confirm.button'),
    cancel: t('confirm.cancel'),
    problem: common('errorSummary'),
  }
}

import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageHeader } from '@/components/ui/page-header'
import { Accounts } from './guide/accounts'
import { Production, Security, Versions } from './guide/advice'
import { Balances, Concepts, FirstCall, Tokens } from './guide/calls'
import { Errors, Limits } from './guide/refusals'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs')
  return { title: t('title'), description: t('description') }
}

export default async function GuidePage() {
  const t = await getTranslations('docs')
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="grid gap-12">
        <Concepts />
        <FirstCall />
        <Tokens />
        <Balances />
        <Errors />
        <Limits />
        <Accounts />
        <Production />
        <Security />
        <Versions />
      </div>
    </>
  )
}

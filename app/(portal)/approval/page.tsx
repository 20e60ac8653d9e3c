import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { returnPath } from '@/app/_request/return-path'
import { requireAccountHolder } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import { findRejection } from '@/lib/developers/approval'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('accounts.approval')

/** For people who have signed up while approvals are required: that they wait for one, or why they were rejected. */
export default async function ApprovalPage({ searchParams }: Props) {
  const developer = await requireAccountHolder()
  if (!developer.awaitsApproval) redirect(returnPath((await searchParams).next))
  const t = await getTranslations('accounts.approval')
  const reason = await findRejection(developer.id)
  return (
    <HomeShell title={t(reason ? 'rejectedTitle' : 'title')}>
      <div className="max-w-prose">
        {reason ? <Rejection reason={reason} /> : <Waiting email={developer.email} />}
        <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <TextLink href="/account">{t('account')}</TextLink>
          <TextLink href="/docs">{t('docs')}</TextLink>
        </p>
      </div>
    </HomeShell>
  )
}

async function Waiting({ email }: { email: string }) {
  const t = await getTranslations('accounts.approval')
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      <p>{t('waiting')}</p>
      <p>{t('next', { email })}</p>
    </div>
  )
}

async function Rejection({ reason }: { reason: string }) {
  const t = await getTranslations('accounts.approval')
  return (
    <div className="grid gap-3">
      <p>{t('rejected')}</p>
      <blockquote className="whitespace-pre-line border-line border-l-4 pl-4 [overflow-wrap:anywhere]">
        {reason}
      </blockquote>
    </div>
  )
}

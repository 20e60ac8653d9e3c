import { getTranslations } from 'next-intl/server'
import { suggestMsisdn } from '@/lib/sandbox/queries'
import { applicationMetadata } from '../../page-layout'
import { AccountForm } from '../account-form'
import { AccountPanel } from '../account-panel'
import { createAccount } from '../actions'
import { requireSandbox } from '../page-data'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = applicationMetadata('sandbox.new')

export default async function NewTestAccountPage({ params }: Props) {
  const { application } = await requireSandbox((await params).id)
  const t = await getTranslations('sandbox.new')
  const values = { type: 'customer', status: 'active', currency: 'XOF', balance: '', frozenBalance: '0' }
  return (
    <AccountPanel application={application} title={t('title')}>
      <AccountForm
        action={createAccount.bind(null, application.id)}
        submit={t('submit')}
        values={{ ...values, delayMs: '0', error: '', msisdn: await suggestMsisdn(application) }}
        home={`/applications/${application.id}/accounts`}
      />
    </AccountPanel>
  )
}

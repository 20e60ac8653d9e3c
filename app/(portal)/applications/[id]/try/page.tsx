import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listTestAccounts } from '@/lib/sandbox/queries'
import { firstCallMsisdn, sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { Console } from './console'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'console')
  return { title: applicationTitle(application.name, (await getTranslations('applications.try'))('title')) }
}

export default async function TryPage({ params }: Props) {
  const { application } = await requireApplication((await params).id, 'console')
  const { id, environment, state } = application
  const t = await getTranslations('applications')
  const sandbox = environment === 'sandbox'
  const suggested = sandbox ? [...(await listTestAccounts(application)), ...sandboxAccounts] : []
  return (
    <ApplicationFrame application={application} current="try" title={t('try.title')} lead={t('try.lead')}>
      {statesWithSecret.includes(state) ? (
        <Console
          applicationId={id}
          example={sandbox ? firstCallMsisdn : '221771234567'}
          suggestions={suggested.map(({ msisdn }) => msisdn)}
        />
      ) : (
        <Notice>{t('try.unavailable')}</Notice>
      )}
    </ApplicationFrame>
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { PressForm } from '@/components/ui/action-form'
import { Section } from '@/components/ui/section'
import { findTestAccount, versionedAccount } from '@/lib/sandbox/queries'
import { applicationTitle } from '../../page-layout'
import { AccountForm } from '../account-form'
import { AccountPanel } from '../account-panel'
import { changeAccount, removeAccount } from '../actions'
import { requireSandbox } from '../page-data'

type Props = { params: Promise<{ id: string; msisdn: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, msisdn } = await params
  const { application } = await requireSandbox(id)
  const page = (await getTranslations('sandbox.change'))('title', { msisdn })
  return { title: applicationTitle(application.name, page) }
}

export default async function TestAccountPage({ params }: Props) {
  const { id, msisdn } = await params
  const { application } = await requireSandbox(id)
  const account = await findTestAccount(application, msisdn)
  if (!account) notFound()
  const t = await getTranslations('sandbox.change')
  const { msisdn: _fixed, delayMs, error, faultCalls, faultSeconds, ...values } = account
  const shown = <ExpectedVersion of={versionedAccount(account)} />
  return (
    <AccountPanel application={application} title={t('title', { msisdn })}>
      <div className="grid gap-8">
        <AccountForm
          action={changeAccount.bind(null, id, msisdn)}
          submit={t('submit')}
          shown={shown}
          values={{
            ...values,
            delayMs: String(delayMs),
            error: error ?? '',
            faultCalls: String(faultCalls ?? ''),
            faultSeconds: String(faultSeconds ?? ''),
          }}
          home={`/applications/${id}/accounts`}
        />
        <Section title={t('delete')} className="max-w-form">
          <p className="mb-4 text-muted text-sm">{t('deleteLead')}</p>
          <PressForm
            action={removeAccount.bind(null, id, msisdn)}
            button={t('delete')}
            variant="danger"
            shown={shown}
          />
        </Section>
      </div>
    </AccountPanel>
  )
}

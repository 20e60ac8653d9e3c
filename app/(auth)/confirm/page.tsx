import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import { PasskeyChoice } from '@/app/(auth)/passkey-choice'
import { passkeyLabels } from '@/app/(auth)/passkey-labels'
import { NarrowPage } from '@/components/narrow-page'
import type { Query } from '@/components/query'
import { confirmationMinutes } from '@/lib/identity/schema'
import { ConfirmForm, ConfirmPasskeyForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.confirm'))('title') }
}

export default async function ConfirmPage({ searchParams }: { searchParams: Promise<Query> }) {
  // Also those who still have to set a second factor up: doing so may ask.
  const { email, hasSecondFactor, hasAuthenticator, hasPasskey } = await requireSignedIn()
  const next = returnPath((await searchParams).next)
  const t = await getTranslations('accounts.confirm')
  const form = (
    <ConfirmForm
      next={next}
      email={email}
      withCode={hasSecondFactor}
      labels={await labels(hasAuthenticator)}
    />
  )
  return (
    <NarrowPage title={t('title')} lead={t('lead', { email, minutes: confirmationMinutes })}>
      {hasPasskey ? (
        <PasskeyChoice
          or={(await getTranslations('accounts.passkey'))('or')}
          passkey={<ConfirmPasskeyForm next={next} labels={await passkeyLabels('use')} />}
        >
          {form}
        </PasskeyChoice>
      ) : (
        form
      )}
    </NarrowPage>
  )
}

async function labels(hasAuthenticator: boolean) {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  return {
    password: t('fields.password'),
    showPassword: common('showPassword'),
    hidePassword: common('hidePassword'),
    code: t('fields.code'),
    codeHint: t(hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint'),
    either: t('confirm.either'),
    button: t('confirm.button'),
    cancel: t('confirm.cancel'),
    problem: common('errorSummary'),
  }
}

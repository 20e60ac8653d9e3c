import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { returnPath } from '@/app/_request/return-path'
import { requireSignedIn } from '@/app/_request/session'
import { CodeInput } from '@/app/(auth)/code-input'
import { PasskeyChoice } from '@/app/(auth)/passkey-choice'
import { NarrowPage } from '@/components/narrow-page'
import { PasskeyForm } from '@/components/passkey-form'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { PasswordInput } from '@/components/ui/password-input'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { confirmationMinutes } from '@/lib/identity/schema'
import { beginPasskey, confirm, confirmWithPasskey } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.confirm'))('title') }
}

export default async function ConfirmPage({ searchParams }: { searchParams: Promise<Query> }) {
  // Also those who still have to set a second factor up: doing so may ask.
  const { email, hasSecondFactor, hasAuthenticator, hasPasskey } = await requireSignedIn()
  const next = returnPath((await searchParams).next)
  const t = await getTranslations('accounts')
  const target = <input type="hidden" name="next" value={next} />
  const passkey = (
    <PasskeyForm begin={beginPasskey} action={confirmWithPasskey} button="use">
      {target}
    </PasskeyForm>
  )
  return (
    <NarrowPage title={t('confirm.title')} lead={t('confirm.lead', { email, minutes: confirmationMinutes })}>
      <PasskeyChoice passkey={hasPasskey && passkey}>
        <ActionForm action={confirm}>
          {target}
          <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
          {hasSecondFactor && <p className="text-muted text-sm">{t('confirm.either')}</p>}
          <PasswordInput name="password" label={t('fields.password')} autoComplete="current-password" />
          {hasSecondFactor && (
            <CodeInput hint={t(hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint')} />
          )}
          <div className="flex flex-wrap items-center gap-6">
            <SubmitButton size="large">{t('confirm.button')}</SubmitButton>
            <TextLink href={next}>{t('confirm.cancel')}</TextLink>
          </div>
        </ActionForm>
      </PasskeyChoice>
    </NarrowPage>
  )
}

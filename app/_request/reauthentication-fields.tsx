import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, isRecentlyAuthenticated } from '@/app/_request/session'
import { CodeInput } from '@/app/(auth)/code-input'
import { confirmingField } from '@/components/ui/hidden-field-names'
import { PasswordInput } from '@/components/ui/password-input'

/** Whether such a form has them: who signed in at the provider confirms there, and presses again. */
export function needsReauthentication(developer: CurrentDeveloper): boolean {
  return !isRecentlyAuthenticated(developer) && !developer.byProvider
}

/**
 * What someone without a passkey confirms with: the password, or a code where there is a second factor. In a form with
 * files, from the start: it could not come back as it was filled.
 */
export async function ReauthenticationFields({
  developer,
  error,
}: {
  developer: CurrentDeveloper
  error?: string
}) {
  const { email, hasSecondFactor, hasAuthenticator } = developer
  const t = await getTranslations('accounts')
  return (
    <>
      <input type="hidden" name={confirmingField} value="yes" />
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      {hasSecondFactor && <p className="text-muted text-sm">{t('confirm.either')}</p>}
      <PasswordInput
        name="password"
        label={t('fields.password')}
        error={error}
        autoComplete="current-password"
      />
      {hasSecondFactor && (
        <CodeInput hint={t(hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint')} />
      )}
    </>
  )
}

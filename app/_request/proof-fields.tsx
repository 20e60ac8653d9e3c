import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { CodeInput } from '@/app/(auth)/code-input'
import { PasswordInput } from '@/components/ui/password-input'

/** What someone without a passkey confirms with: the password, or a code where there is a second factor. */
export async function ProofFields({ developer, error }: { developer: CurrentDeveloper; error?: string }) {
  const { email, hasSecondFactor, hasAuthenticator } = developer
  const t = await getTranslations('accounts')
  return (
    <>
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

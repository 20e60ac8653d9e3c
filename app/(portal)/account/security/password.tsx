import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { PasswordInput } from '@/components/ui/password-input'
import { Section } from '@/components/ui/section'
import { findPasswordUse } from '@/lib/identity/break-glass'
import { findProviderName } from '@/lib/identity/provider-settings'
import { passwordMinimum, passwordMinimumWithSecondFactor } from '@/lib/identity/schema'
import { changeOwnPassword } from './actions'

export async function Password({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  const absence = await describeAbsence(developer)
  if (absence)
    return (
      <Section title={t('account.passwordTitle')} id="own-password">
        <p className="text-sm">{absence}</p>
      </Section>
    )
  const minimum = developer.hasSecondFactor ? passwordMinimumWithSecondFactor : passwordMinimum
  return (
    <Section title={t('account.passwordTitle')} id="own-password">
      <ActionForm action={changeOwnPassword}>
        <input type="email" name="username" value={developer.email} autoComplete="username" readOnly hidden />
        <PasswordInput
          name="currentPassword"
          label={t('fields.currentPassword')}
          autoComplete="current-password"
          required
        />
        <PasswordInput
          name="newPassword"
          label={t('fields.newPassword')}
          hint={t('fields.passwordHint', { minimum })}
          autoComplete="new-password"
          required
        />
        <FormEnd variant="secondary">{t('account.passwordButton')}</FormEnd>
      </ActionForm>
    </Section>
  )
}

/** Why there is no password to change; null if there is one. */
async function describeAbsence({ id }: CurrentDeveloper): Promise<string | null> {
  const use = await findPasswordUse(id)
  if (use === 'on') return null
  const t = await getTranslations('provider.identity')
  const provider = findProviderName() ?? ''
  if (use === 'none') return `${t('noPassword', { provider })} ${t('newPassword')}`
  return t(use === 'off' ? 'passwordOff' : 'passwordFixed', { provider })
}

import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { FieldColumns } from '@/components/ui/field'
import { FormEnd } from '@/components/ui/form-end'
import { PasswordInput } from '@/components/ui/password-input'
import { SettingRow } from '@/components/ui/setting-row'
import { findPasswordUse } from '@/lib/identity/break-glass'
import { findProviderName } from '@/lib/identity/provider-settings'
import { passwordMinimum, passwordMinimumWithSecondFactor } from '@/lib/identity/schema'
import { changeOwnPassword } from './actions'

/** The password, and the form that changes it. */
export async function Password({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  const absence = await describeAbsence(developer)
  if (absence) return <SettingRow id="own-password" name={t('account.passwordTitle')} note={absence} />
  const minimum = developer.hasSecondFactor ? passwordMinimumWithSecondFactor : passwordMinimum
  return (
    <SettingRow
      id="own-password"
      name={t('account.passwordTitle')}
      value={t('account.passwordSet')}
      note={t('account.passwordNote')}
      action={changeOwnPassword}
    >
      <input type="email" name="username" value={developer.email} autoComplete="username" readOnly hidden />
      <FieldColumns>
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
      </FieldColumns>
      <FormEnd>{t('account.passwordButton')}</FormEnd>
    </SettingRow>
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

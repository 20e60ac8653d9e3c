import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { EmailInput } from '@/components/email-input'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormDone } from '@/components/ui/form-done'
import { FormEnd } from '@/components/ui/form-end'
import { Notice } from '@/components/ui/notice'
import { PasswordInput } from '@/components/ui/password-input'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { locales } from '@/i18n/locale'
import { findPasswordUse } from '@/lib/identity/break-glass'
import { findPendingChange } from '@/lib/identity/email-change'
import { findProviderName } from '@/lib/identity/provider-settings'
import { emailChangeHours, passwordMinimum, passwordMinimumWithSecondFactor } from '@/lib/identity/schema'
import { cancelOwnEmailChange, changeOwnEmail, changeOwnLanguage, changeOwnPassword } from './actions'

export async function Password({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  const absence = await describeAbsence(developer)
  if (absence)
    return (
      <Card title={t('account.passwordTitle')} id="own-password">
        {absence}
      </Card>
    )
  const minimum = developer.hasSecondFactor ? passwordMinimumWithSecondFactor : passwordMinimum
  return (
    <Card title={t('account.passwordTitle')} id="own-password">
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
    </Card>
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

export async function Email({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  return (
    <Card title={t('account.emailTitle')} id="address">
      <p className="mb-4 text-muted text-sm">{t('account.emailLead', { email: developer.email })}</p>
      <PendingChange developerId={developer.id} />
      <ActionForm action={changeOwnEmail}>
        <FormDone />
        <EmailInput label={t('fields.newEmail')} autoComplete="email" />
        <FormEnd variant="secondary">{t('account.emailButton')}</FormEnd>
      </ActionForm>
    </Card>
  )
}

async function PendingChange({ developerId }: { developerId: string }) {
  const email = await findPendingChange(developerId)
  if (!email) return null
  const t = await getTranslations('accounts.account')
  return (
    <Notice tone="info" className="mb-4 min-w-0 [overflow-wrap:anywhere]">
      <p>{t('emailPending', { email, hours: emailChangeHours })}</p>
      <form action={cancelOwnEmailChange} className="mt-2">
        <SubmitButton variant="secondary" size="small">
          {t('emailCancel')}
        </SubmitButton>
      </form>
    </Notice>
  )
}

export async function Language({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const common = await getTranslations('common')
  return (
    <Card title={t('languageTitle')} id="language">
      <p className="mb-4 text-muted text-sm">{t('languageLead')}</p>
      <ActionForm action={changeOwnLanguage}>
        <Select
          name="locale"
          label={t('language')}
          options={locales.map((value) => ({ value, label: common(`language.${value}`) }))}
          defaultValue={developer.locale}
        />
        <FormEnd variant="secondary">{t('languageButton')}</FormEnd>
      </ActionForm>
    </Card>
  )
}

import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { EmailInput } from '@/components/email-input'
import { ActionForm } from '@/components/ui/action-form'
import { FormDone } from '@/components/ui/form-done'
import { FormEnd } from '@/components/ui/form-end'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { findPendingChange } from '@/lib/identity/email-change'
import { emailChangeHours } from '@/lib/identity/schema'
import { locales, nameOf } from '@/lib/languages'
import { cancelOwnEmailChange, changeOwnEmail, changeOwnLanguage } from './actions'

export async function Email({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  return (
    <Section
      title={t('account.emailTitle')}
      lead={t('account.emailLead', { email: developer.email })}
      id="address"
    >
      <PendingChange developerId={developer.id} />
      <ActionForm action={changeOwnEmail}>
        <FormDone />
        <EmailInput label={t('fields.newEmail')} autoComplete="email" />
        <FormEnd variant="secondary">{t('account.emailButton')}</FormEnd>
      </ActionForm>
    </Section>
  )
}

async function PendingChange({ developerId }: { developerId: string }) {
  const email = await findPendingChange(developerId)
  if (!email) return null
  const t = await getTranslations('accounts.account')
  return (
    <Notice tone="info" className="mb-4 min-w-0 [overflow-wrap:anywhere]">
      <p>{t('emailPending', { email, hours: emailChangeHours })}</p>
      <ActionForm action={cancelOwnEmailChange} className="mt-2">
        <SubmitButton variant="secondary" size="small">
          {t('emailCancel')}
        </SubmitButton>
      </ActionForm>
    </Notice>
  )
}

export async function Language({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const _common = await getTranslations('common')
  return (
    <Section title={t('languageTitle')} lead={t('languageLead')} id="language">
      <ActionForm action={changeOwnLanguage}>
        <Select
          name="locale"
          label={t('language')}
          options={locales.map((value) => ({ value, label: nameOf(value) }))}
          defaultValue={developer.locale}
        />
        <FormEnd variant="secondary">{t('languageButton')}</FormEnd>
      </ActionForm>
    </Section>
  )
}

import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { type CurrentDeveloper, requireAccountHolder } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Address } from '@/components/ui/address'
import { FieldColumns } from '@/components/ui/field'
import { FormDone } from '@/components/ui/form-done'
import { FormEnd } from '@/components/ui/form-end'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { SubmitButton } from '@/components/ui/submit-button'
import { EmailInput, TextInput } from '@/components/ui/text-input'
import { getLocale } from '@/i18n/current-locale'
import { findPendingChange } from '@/lib/identity/email-change'
import { emailChangeHours, timeZones } from '@/lib/identity/schema'
import { locales, nameOf, toLocale } from '@/lib/languages'
import { cancelOwnEmailChange, changeOwnEmail, changeOwnLanguage, changeOwnProfile } from './actions'
import { AccountPageLayout } from './page-layout'

export const generateMetadata = pageMetadata('accounts.account')

export default async function AccountPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const t = await getTranslations('accounts.account.pages')
  return (
    <AccountPageLayout current="profile" developer={developer} query={await searchParams}>
      <Section title={t('profile')}>
        <SettingRows>
          <Profile developer={developer} />
          <Email developer={developer} />
          <Language developer={developer} />
        </SettingRows>
      </Section>
    </AccountPageLayout>
  )
}

type Props = { developer: CurrentDeveloper }

/** The name that others see, and the time zone of dates. */
async function Profile({ developer }: Props) {
  const t = await getTranslations('accounts.profile')
  const zones = timeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return (
    <SettingRow
      id="profile"
      name={t('title')}
      value={developer.displayName || t('noName')}
      note={developer.timeZone?.replaceAll('_', ' ') || t('defaultZone')}
      action={changeOwnProfile}
    >
      <FieldColumns>
        <TextInput
          keep
          name="displayName"
          label={t('displayName')}
          hint={t('displayNameHint')}
          autoComplete="name"
          maxLength={60}
          defaultValue={developer.displayName}
        />
        <Select
          name="timeZone"
          label={t('timeZone')}
          hint={t('timeZoneHint')}
          options={[{ value: '', label: t('defaultZone') }, ...zones]}
          defaultValue={developer.timeZone ?? ''}
        />
      </FieldColumns>
      <FormEnd>{t('button')}</FormEnd>
    </SettingRow>
  )
}

async function Email({ developer }: Props) {
  const t = await getTranslations('accounts')
  return (
    <>
      <SettingRow
        id="address"
        name={t('account.emailTitle')}
        value={<Address>{developer.email}</Address>}
        note={t('account.emailLead')}
        action={changeOwnEmail}
      >
        <FormDone />
        <EmailInput label={t('fields.newEmail')} autoComplete="email" />
        <FormEnd>{t('account.emailButton')}</FormEnd>
      </SettingRow>
      <PendingChange developerId={developer.id} />
    </>
  )
}

async function PendingChange({ developerId }: { developerId: string }) {
  const email = await findPendingChange(developerId)
  if (!email) return null
  const t = await getTranslations('accounts.account')
  return (
    <Notice tone="info" className="my-3 min-w-0 [overflow-wrap:anywhere]">
      <p>{t('emailPending', { email, hours: emailChangeHours })}</p>
      <ActionForm action={cancelOwnEmailChange} className="mt-2">
        <SubmitButton variant="secondary" size="small">
          {t('emailCancel')}
        </SubmitButton>
      </ActionForm>
    </Notice>
  )
}

async function Language({ developer }: Props) {
  const t = await getTranslations('accounts.account')
  const shown = await getLocale()
  return (
    <SettingRow
      id="language"
      name={t('languageTitle')}
      value={nameOf(toLocale(developer.locale))}
      note={
        shown === developer.locale ? t('languageLead') : t('languageElsewhere', { language: nameOf(shown) })
      }
      action={changeOwnLanguage}
    >
      <Select
        name="locale"
        label={t('language')}
        options={locales.map((value) => ({ value, label: nameOf(value) }))}
        defaultValue={developer.locale}
      />
      <FormEnd>{t('languageButton')}</FormEnd>
    </SettingRow>
  )
}

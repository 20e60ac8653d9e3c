import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { timeZones } from '@/lib/identity/schema'
import { changeOwnProfile } from './actions'

/** The name that others see, and the time zone of dates. */
export async function Profile({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.profile')
  const zones = timeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return (
    <Section title={t('title')} id="profile">
      <ActionForm action={changeOwnProfile}>
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
        <FormEnd variant="secondary">{t('button')}</FormEnd>
      </ActionForm>
    </Section>
  )
}

import { getLocale, getTranslations } from 'next-intl/server'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { listCountries } from '@/lib/organisations/countries'
import type { OrganisationRecord } from '@/lib/organisations/schema'

/** The inputs for an organisation's record; `record` holds the current values, none for a new one. */
export async function RecordFields({ record }: { record?: OrganisationRecord }) {
  const [t, hint, locale] = [
    await getTranslations('organisations.fields'),
    await getTranslations('organisations.hints'),
    await getLocale(),
  ]
  return (
    <>
      <TextInput
        name="legalName"
        label={t('legalName')}
        hint={hint('legalName')}
        defaultValue={record?.legalName}
        autoComplete="organization"
        required
      />
      <TextInput
        name="tradingName"
        label={t('tradingName')}
        note={hint('optional')}
        defaultValue={record?.tradingName}
        autoComplete="off"
      />
      <Select
        name="country"
        label={t('country')}
        defaultValue={record?.country ?? ''}
        options={[{ value: '', label: hint('country') }, ...listCountries(locale)]}
        required
      />
      <TextInput
        name="registrationNumber"
        label={t('registrationNumber')}
        hint={hint('registrationNumber')}
        defaultValue={record?.registrationNumber}
        autoComplete="off"
        required
      />
      <TextInput
        name="taxNumber"
        label={t('taxNumber')}
        note={hint('optional')}
        defaultValue={record?.taxNumber}
        autoComplete="off"
      />
      <Textarea
        name="registeredAddress"
        label={t('registeredAddress')}
        defaultValue={record?.registeredAddress}
        rows={3}
        required
      />
      <TextInput
        name="legalRepresentative"
        label={t('legalRepresentative')}
        hint={hint('legalRepresentative')}
        defaultValue={record?.legalRepresentative}
        autoComplete="off"
        required
      />
      <TextInput
        name="website"
        label={t('website')}
        hint={hint('website')}
        note={hint('optional')}
        defaultValue={record?.website}
        inputMode="url"
        autoComplete="off"
      />
    </>
  )
}

import { getTranslations } from 'next-intl/server'
import { FieldColumns } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { getLocale } from '@/i18n/current-locale'
import { listCountries } from '@/lib/organisations/countries'
import type { OrganisationRecord } from '@/lib/organisations/schema'

/** The inputs for an organisation's record; `record` holds the current values, none for a new one. */
export async function RecordFields({ record }: { record?: OrganisationRecord }) {
  const t = await getTranslations('organisations.fields')
  const hint = await getTranslations('organisations.hints')
  const locale = await getLocale()
  const field = (name: keyof OrganisationRecord) => ({ name, label: t(name), defaultValue: record?.[name] })
  return (
    <>
      <FieldColumns>
        <TextInput
          keep
          {...field('legalName')}
          hint={hint('legalName')}
          autoComplete="organization"
          required
        />
        <TextInput keep {...field('tradingName')} note={hint('optional')} autoComplete="off" />
        <Select
          {...field('country')}
          defaultValue={record?.country ?? ''}
          options={[{ value: '', label: hint('country') }, ...listCountries(locale)]}
          required
        />
        <TextInput
          keep
          {...field('registrationNumber')}
          hint={hint('registrationNumber')}
          autoComplete="off"
          required
        />
        <TextInput keep {...field('taxNumber')} note={hint('optional')} autoComplete="off" />
        <TextInput
          keep
          {...field('legalRepresentative')}
          hint={hint('legalRepresentative')}
          autoComplete="off"
          required
        />
        <TextInput
          keep
          {...field('website')}
          hint={hint('website')}
          note={hint('optional')}
          inputMode="url"
          autoComplete="off"
        />
      </FieldColumns>
      <Textarea keep {...field('registeredAddress')} rows={3} required />
    </>
  )
}

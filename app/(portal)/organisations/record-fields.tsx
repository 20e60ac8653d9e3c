import { getLocale, getTranslations } from 'next-intl/server'
import { FieldColumns } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
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
        <TextInput {...field('legalName')} hint={hint('legalName')} autoComplete="organization" required />
        <TextInput {...field('tradingName')} note={hint('optional')} autoComplete="off" />
        <Select
          {...field('country')}
          defaultValue={record?.country ?? ''}
          options={[{ value: '', label: hint('country') }, ...listCountries(locale)]}
          required
        />
        <TextInput
          {...field('registrationNumber')}
          hint={hint('registrationNumber')}
          autoComplete="off"
          required
        />
        <TextInput {...field('taxNumber')} note={hint('optional')} autoComplete="off" />
        <TextInput
          {...field('legalRepresentative')}
          hint={hint('legalRepresentative')}
          autoComplete="off"
          required
        />
        <TextInput
          {...field('website')}
          hint={hint('website')}
          note={hint('optional')}
          inputMode="url"
          autoComplete="off"
        />
      </FieldColumns>
      <Textarea {...field('registeredAddress')} rows={3} required />
    </>
  )
}

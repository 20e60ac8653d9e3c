import { getLocale, getTranslations } from 'next-intl/server'
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
    <div className="grid items-start gap-6 sm:grid-cols-2 sm:items-end">
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
      <div className="sm:col-span-2">
        <Textarea {...field('registeredAddress')} rows={3} required />
      </div>
    </div>
  )
}

import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { type ApplicationDetails, detailFields, longTexts } from '@/lib/applications/schema'

/** The inputs for the editable fields of an application; `details` are the current values, none for a new one. */
export async function DetailsFields({ details }: { details?: ApplicationDetails }) {
  const t = await getTranslations('applications.form')
  return (
    <>
      <TextInput
        keep
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        defaultValue={details?.name}
        autoComplete="off"
        required
      />
      {detailFields.map((field) => {
        const Input = longTexts.includes(field) ? Textarea : TextInput
        return (
          <Input
            keep
            key={field}
            name={field}
            label={t(field)}
            hint={t(`${field}Hint`)}
            note={t('optional')}
            defaultValue={details?.[field]}
          />
        )
      })}
    </>
  )
}

type OrganisationProps = { organisations: { id: string; legalName: string }[]; chosen?: string }

/** Whose the application is: the developer's own, or one of their organisations'. */
export function OrganisationSelect({ organisations, chosen = '' }: OrganisationProps) {
  const t = useTranslations('applications.form')
  return (
    <Select
      name="organisationId"
      label={t('organisation')}
      hint={t('organisationHint')}
      defaultValue={chosen}
      options={[
        { value: '', label: t('personal') },
        ...organisations.map(({ id, legalName }) => ({ value: id, label: legalName })),
      ]}
    />
  )
}

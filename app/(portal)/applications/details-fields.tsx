import { getTranslations } from 'next-intl/server'
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

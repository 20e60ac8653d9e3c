import { getTranslations } from 'next-intl/server'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import type { ApplicationDetails } from '@/lib/applications/schema'

/** The inputs for the editable fields of an application; `details` are the current values, none for a new one. */
export async function DetailsFields({ details }: { details?: ApplicationDetails }) {
  const t = await getTranslations('applications.form')
  return (
    <>
      <TextInput
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        defaultValue={details?.name}
        autoComplete="off"
        required
      />
      <Textarea
        name="description"
        label={t('description')}
        hint={t('descriptionHint')}
        note={t('optional')}
        defaultValue={details?.description}
      />
    </>
  )
}

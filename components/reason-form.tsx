import { getTranslations } from 'next-intl/server'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import type { FormAction } from '@/components/ui/form-state'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'

type Props = {
  /** Left out within a `FormProvider`, whose action it then posts to. */
  action?: FormAction
  button: string
  danger?: boolean
  /** The name and label of the field, where another form of the page asks for a reason too. */
  field?: string
  label?: string
  /** The choice of a subject, where there is one. */
  choice?: { name: string; label: string; options: { value: string; label: string }[] }
}

/** An action that needs a reason, which is kept in the history. */
export async function ReasonForm({ action, button, danger, field = 'reason', label, choice }: Props) {
  const t = await getTranslations('administration.reason')
  return (
    <ActionForm action={action}>
      {choice && <Select keep {...choice} />}
      <Textarea
        keep
        name={field}
        label={label ?? t('label')}
        hint={t('hint')}
        maxLength={500}
        required
        rows={3}
      />
      <FormEnd variant={danger ? 'danger' : 'primary'}>{button}</FormEnd>
    </ActionForm>
  )
}

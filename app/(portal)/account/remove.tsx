import { ActionForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = { id: string; name: string; label: string; action: FormAction }

/** The button that removes one of the things that open an account or read it, at the end of its row. */
export function Remove({ id, name, label, action }: Props) {
  return (
    <ActionForm action={action} summary={false}>
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="dangerQuiet" size="small">
        {label}
        <span className="sr-only"> {name}</span>
      </SubmitButton>
    </ActionForm>
  )
}

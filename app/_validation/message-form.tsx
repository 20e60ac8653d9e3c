import { ActionForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/text-input'

type Props = {
  action: FormAction
  field: string
  label: string
  button: string
  /** The submission, if the action needs it. */
  submissionId?: string
}

/** A form to write and send a plain-text message. */
export function MessageForm({ action, field, label, button, submissionId }: Props) {
  return (
    <ActionForm action={action} summary={false} className="mt-5 max-w-none gap-3">
      {submissionId && <input type="hidden" name="submissionId" value={submissionId} />}
      <Textarea keep name={field} label={label} rows={3} maxLength={4000} required />
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </ActionForm>
  )
}

'use client'

import { useActionState } from 'react'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'

type State = { errors?: Record<string, string>; values?: Record<string, string> }

type Props = {
  action: (state: State, form: FormData) => Promise<State>
  field: string
  label: string
  button: string
  /** The submission, where the action wants it. */
  submissionId?: string
}

/** Something to write and send, in plain text. */
export function MessageForm({ action, field, label, button, submissionId }: Props) {
  const [{ errors, values }, send] = useActionState(action, {})
  return (
    <Form action={send} className="mt-5 max-w-prose gap-3">
      {submissionId && <input type="hidden" name="submissionId" value={submissionId} />}
      <Textarea
        name={field}
        label={label}
        error={errors?.[field]}
        defaultValue={values?.[field]}
        rows={3}
        maxLength={4000}
        required
      />
      <SubmitButton variant="secondary" className="justify-self-start">
        {button}
      </SubmitButton>
    </Form>
  )
}

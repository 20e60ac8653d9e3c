'use client'

import { useActionState } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { confirmNewEmail } from './actions'

export function ChangeEmailForm({
  link,
  labels,
}: {
  link: string
  labels: { button: string; problem: string }
}) {
  const [{ error }, action] = useActionState(confirmNewEmail, {})
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} error={error} />
      <input type="hidden" name="link" value={link} />
      <SubmitButton size="large">{labels.button}</SubmitButton>
    </Form>
  )
}

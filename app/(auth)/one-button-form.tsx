'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  labels: Record<'button' | 'problem', string>
}

/** A page that was opened from a mail, and the button that does what it describes. */
export function OneButtonForm({ action, labels }: Props) {
  const [{ errors, error }, post] = useActionState(action, {})
  return (
    <Form action={post}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <SubmitButton size="large">{labels.button}</SubmitButton>
    </Form>
  )
}

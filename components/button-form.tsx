'use client'

import { useActionState } from 'react'
import type { Look } from '@/components/ui/button-look'
import { ErrorSummary } from '@/components/ui/error-summary'
import { SubmitButton } from '@/components/ui/submit-button'

type State = { error?: string }

type Props = Look & {
  action: (state: State, form: FormData) => Promise<State>
  /** `name` is what the button is called where its label alone would not tell it from its like. */
  labels: { button: string; problem: string; name?: string }
}

/** A form with nothing to fill in: one button, and what went wrong. */
export function ButtonForm({ action, labels, variant, size }: Props) {
  const [{ error }, post] = useActionState(action, {})
  return (
    <form action={post} noValidate className="grid justify-items-start gap-3">
      <ErrorSummary title={labels.problem} error={error} />
      <SubmitButton variant={variant} size={size} aria-label={labels.name}>
        {labels.button}
      </SubmitButton>
    </form>
  )
}

'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  labels: Record<'field' | 'hint' | 'button', string>
}

/** Leads from a request ID, an error code or a whole response to what happened. */
export function ExplainForm({ action, labels }: Props) {
  const [{ errors, values }, post] = useActionState(action, {})
  return (
    <form action={post} noValidate className="grid gap-4 sm:grid-cols-[1fr_auto] sm:items-end">
      <TextInput
        key={values?.request}
        name="request"
        label={labels.field}
        hint={labels.hint}
        error={errors?.request}
        defaultValue={values?.request}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <SubmitButton variant="secondary" className="min-h-11 justify-self-start">
        {labels.button}
      </SubmitButton>
    </form>
  )
}

'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { type RadioCard, RadioCards } from '@/components/ui/radio-cards'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  roles: RadioCard[]
  /** Before a confirmation on the way. */
  typed: Record<string, string>
  labels: Record<'email' | 'role' | 'button' | 'problem', string>
}

export function InviteForm({ action, roles, typed, labels }: Props) {
  const [{ errors, error, values }, post] = useActionState(action, { values: typed })
  return (
    <Form action={post} className="max-w-prose">
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <TextInput
        name="email"
        type="email"
        label={labels.email}
        error={errors?.email}
        defaultValue={values?.email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <RadioCards
        key={values?.role}
        name="role"
        label={labels.role}
        error={errors?.role}
        options={roles}
        defaultValue={values?.role ?? 'member'}
      />
      <SubmitButton className="justify-self-start">{labels.button}</SubmitButton>
    </Form>
  )
}

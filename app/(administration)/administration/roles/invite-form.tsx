'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  labels: Record<'email' | 'hint' | 'role' | 'reviewer' | 'administrator' | 'button' | 'problem', string>
  /** before a confirmation on the way */
  typed: Record<string, string>
}

export function InviteForm({ action, labels, typed }: Props) {
  const [{ errors, error, values }, post] = useActionState(action, { values: typed })
  return (
    <Form action={post}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <TextInput
        type="email"
        name="email"
        label={labels.email}
        hint={labels.hint}
        error={errors?.email}
        defaultValue={values?.email}
        autoComplete="off"
        required
      />
      <Select
        key={values?.role}
        name="role"
        label={labels.role}
        error={errors?.role}
        defaultValue={values?.role}
        options={[
          { value: 'reviewer', label: labels.reviewer },
          { value: 'administrator', label: labels.administrator },
        ]}
      />
      <div>
        <SubmitButton>{labels.button}</SubmitButton>
      </div>
    </Form>
  )
}

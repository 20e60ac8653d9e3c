'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { Field, fileLook } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  labels: Record<'file' | 'hint' | 'submit', string>
}

/** Takes a fixture of test accounts. */
export function ImportForm({ action, labels }: Props) {
  const [{ errors }, post] = useActionState(action, {})
  const error = errors?.fixture
  return (
    <Form action={post} className="gap-4">
      <Field id="fixture" label={labels.file} hint={labels.hint} error={error}>
        <input
          id="fixture"
          type="file"
          name="fixture"
          accept="application/json,.json"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'fixture-hint fixture-error' : 'fixture-hint'}
          className={fileLook}
        />
      </Field>
      <div>
        <SubmitButton variant="secondary">{labels.submit}</SubmitButton>
      </div>
    </Form>
  )
}

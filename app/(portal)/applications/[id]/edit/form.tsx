'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'

type Label =
  | 'name'
  | 'nameHint'
  | 'description'
  | 'descriptionHint'
  | 'optional'
  | 'save'
  | 'cancel'
  | 'problem'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  name: string
  description: string
  /** Where to go when nothing shall change. */
  home: string
  labels: Record<Label, string>
}

export function DetailsForm({ action, name, description, home, labels }: Props) {
  const [{ errors, error, values }, post] = useActionState(action, {})
  return (
    <Form action={post} className="max-w-prose">
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <TextInput
        name="name"
        label={labels.name}
        hint={labels.nameHint}
        error={errors?.name}
        defaultValue={values?.name ?? name}
        autoComplete="off"
        required
      />
      <Textarea
        name="description"
        label={labels.description}
        hint={labels.descriptionHint}
        note={labels.optional}
        error={errors?.description}
        defaultValue={values?.description ?? description}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{labels.save}</SubmitButton>
        <ButtonLink href={home} variant="quiet">
          {labels.cancel}
        </ButtonLink>
      </div>
    </Form>
  )
}

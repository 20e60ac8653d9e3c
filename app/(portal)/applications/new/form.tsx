'use client'

import { useActionState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { type RadioCard, RadioCards } from '@/components/ui/radio-cards'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { createApplication } from './actions'

type Label =
  | 'name'
  | 'nameHint'
  | 'description'
  | 'descriptionHint'
  | 'optional'
  | 'environment'
  | 'environmentHint'
  | 'create'
  | 'cancel'
  | 'problem'

type Props = {
  /** Made when the form is drawn: sent twice, it still creates one application. */
  requestKey: string
  environments: RadioCard[]
  labels: Record<Label, string>
}

export function NewApplicationForm({ requestKey, environments, labels }: Props) {
  const [{ errors, error, values }, action] = useActionState(createApplication, {})
  return (
    <Form action={action} className="max-w-prose">
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="hidden" name="requestKey" value={values?.requestKey ?? requestKey} />
      <TextInput
        name="name"
        label={labels.name}
        hint={labels.nameHint}
        error={errors?.name}
        defaultValue={values?.name}
        autoComplete="off"
        required
      />
      <Textarea
        name="description"
        label={labels.description}
        hint={labels.descriptionHint}
        note={labels.optional}
        error={errors?.description}
        defaultValue={values?.description}
      />
      <RadioCards
        key={values?.environment}
        name="environment"
        label={labels.environment}
        hint={labels.environmentHint}
        error={errors?.environment}
        defaultValue={values?.environment ?? 'sandbox'}
        options={environments}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{labels.create}</SubmitButton>
        <ButtonLink href="/applications" variant="quiet">
          {labels.cancel}
        </ButtonLink>
      </div>
    </Form>
  )
}

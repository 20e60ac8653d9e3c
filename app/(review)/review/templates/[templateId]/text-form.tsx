'use client'

import { useActionState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { save } from '../actions'

type Field = 'labelEn' | 'labelFr' | 'textEn' | 'textFr'
type Props = {
  initial: Record<Field | 'templateId', string>
  labels: Record<Field | 'save' | 'back' | 'summary', string>
}

/** A text to start a reason from, in both languages. */
export function TextForm({ initial, labels }: Props) {
  const [{ errors, error, values }, send] = useActionState(save, {})
  const field = (name: Field) => ({
    name,
    label: labels[name],
    error: errors?.[name],
    defaultValue: (values ?? initial)[name],
    required: true,
  })
  return (
    <Form action={send} className="max-w-prose">
      <ErrorSummary title={labels.summary} errors={errors} error={error} />
      {initial.templateId && <input type="hidden" name="templateId" value={initial.templateId} />}
      <TextInput {...field('labelEn')} maxLength={120} />
      <TextInput {...field('labelFr')} lang="fr" maxLength={120} />
      <Textarea {...field('textEn')} maxLength={1000} />
      <Textarea {...field('textFr')} lang="fr" maxLength={1000} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{labels.save}</SubmitButton>
        <ButtonLink href="/review/templates" variant="quiet">
          {labels.back}
        </ButtonLink>
      </div>
    </Form>
  )
}

'use client'

import { useActionState } from 'react'
import { Field, fileLook } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { changeTemplate } from '../actions'

type Props = {
  requirementId: string
  present: boolean
  labels: Record<'template' | 'hint' | 'upload' | 'remove', string>
}

/** The file that applicants can download, fill in and send back. */
export function TemplateForm({ requirementId, present, labels }: Props) {
  const [{ errors }, send] = useActionState(changeTemplate.bind(null, requirementId), {})
  return (
    <Form action={send} className="max-w-prose gap-4">
      <Field id="template" label={labels.template} hint={labels.hint} error={errors?.template}>
        <input
          id="template"
          type="file"
          name="template"
          aria-invalid={errors?.template ? true : undefined}
          aria-describedby={errors?.template ? 'template-hint template-error' : 'template-hint'}
          className={fileLook}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="secondary" name="intent" value="set">
          {labels.upload}
        </SubmitButton>
        {present && (
          <SubmitButton variant="quiet" name="intent" value="remove">
            {labels.remove}
          </SubmitButton>
        )}
      </div>
    </Form>
  )
}

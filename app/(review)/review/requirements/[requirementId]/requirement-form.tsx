'use client'

import { useActionState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { save } from '../actions'

type Label =
  | 'nameEn'
  | 'nameFr'
  | 'helpEn'
  | 'helpFr'
  | 'required'
  | 'kinds'
  | 'maxMegabytes'
  | 'save'
  | 'back'
  | 'summary'

type Props = { initial: Record<string, string>; labels: Record<Label, string> }

/** A requirement in both languages, and what is accepted for it. */
export function RequirementForm({ initial, labels }: Props) {
  const [{ errors, error, values }, send] = useActionState(save, {})
  const shown = values ?? initial
  const text = (name: 'nameEn' | 'nameFr' | 'helpEn' | 'helpFr') => ({
    name,
    label: labels[name],
    error: errors?.[name],
    defaultValue: shown[name],
  })
  return (
    <Form action={send} className="max-w-prose">
      <ErrorSummary title={labels.summary} errors={errors} error={error} />
      {initial.requirementId && <input type="hidden" name="requirementId" value={initial.requirementId} />}
      <TextInput {...text('nameEn')} maxLength={120} required />
      <TextInput {...text('nameFr')} lang="fr" maxLength={120} required />
      <Textarea {...text('helpEn')} maxLength={1000} />
      <Textarea {...text('helpFr')} lang="fr" maxLength={1000} />
      <Checkbox name="required" label={labels.required} defaultChecked={shown.required === 'on'} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-sm">{labels.kinds}</legend>
        <Checkbox name="pdf" label="PDF" error={errors?.pdf} defaultChecked={shown.pdf === 'on'} />
        <Checkbox name="jpeg" label="JPEG" defaultChecked={shown.jpeg === 'on'} />
        <Checkbox name="png" label="PNG" defaultChecked={shown.png === 'on'} />
      </fieldset>
      <TextInput
        name="maxMegabytes"
        label={labels.maxMegabytes}
        error={errors?.maxMegabytes}
        defaultValue={shown.maxMegabytes}
        inputMode="decimal"
        className="max-w-32"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{labels.save}</SubmitButton>
        <ButtonLink href="/review/requirements" variant="quiet">
          {labels.back}
        </ButtonLink>
      </div>
    </Form>
  )
}

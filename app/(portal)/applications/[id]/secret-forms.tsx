'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FieldError } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'

type Action = (state: FormState, form: FormData) => Promise<FormState>

type RotateProps = {
  /** The secret shown as current: the form replaces this one and no other. */
  secretId: string
  action: Action
  options: { value: string; label: string }[]
  labels: Record<'overlap' | 'rotate' | 'problem', string>
  /** before a confirmation on the way */
  typed: Record<string, string>
}

export function RotateForm({ secretId, action, options, labels, typed }: RotateProps) {
  const [{ errors, error, values }, post] = useActionState(action, { values: typed })
  return (
    <form action={post} noValidate className="grid gap-4">
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="hidden" name="secretId" value={secretId} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64 sm:max-w-sm">
          <Select
            key={values?.overlap}
            name="overlap"
            label={labels.overlap}
            options={options}
            error={errors?.overlap}
            defaultValue={values?.overlap ?? '24'}
          />
        </div>
        <SubmitButton variant="secondary" className="min-h-11">
          {labels.rotate}
        </SubmitButton>
      </div>
    </form>
  )
}

type EndProps = { secretId: string; action: Action; labels: Record<'end', string> }

export function EndForm({ secretId, action, labels }: EndProps) {
  const [{ error }, post] = useActionState(action, {})
  return (
    <form action={post} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="secretId" value={secretId} />
      <SubmitButton variant="danger" size="small">
        {labels.end}
      </SubmitButton>
      <FieldError id={`end-${secretId}`} error={error} />
    </form>
  )
}

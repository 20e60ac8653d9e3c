'use client'

import { type ReactNode, useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  labels: Record<'reason' | 'hint' | 'button' | 'problem', string>
  danger?: boolean
  /** The name of the field, where another form of the page asks for a reason too. */
  field?: string
  /** Whom or what it is about, where that is to be chosen. */
  choice?: { name: string; label: string; options: { value: string; label: string }[] }
  /** before a confirmation on the way */
  typed: Record<string, string>
}

/** Something that needs a reason on record. */
export function ReasonForm({ action, labels, danger, field = 'reason', choice, typed }: Props) {
  const [{ errors, error, values }, post] = useActionState(action, { values: typed })
  return (
    <Form action={post}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      {choice && (
        <Select
          key={values?.[choice.name]}
          {...choice}
          error={errors?.[choice.name]}
          defaultValue={values?.[choice.name]}
        />
      )}
      <Textarea
        key={values?.[field]}
        name={field}
        label={labels.reason}
        hint={labels.hint}
        error={errors?.[field]}
        defaultValue={values?.[field]}
        maxLength={500}
        required
        rows={3}
      />
      <div>
        <SubmitButton variant={danger ? 'danger' : 'primary'}>{labels.button}</SubmitButton>
      </div>
    </Form>
  )
}

type PressProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  labels: Record<'button' | 'problem', string>
  /** The accessible name, where the button's word alone does not say which. */
  name?: string
  variant?: 'primary' | 'secondary' | 'danger'
  size?: 'small' | 'medium'
  children?: ReactNode
}

/** One press that does something, and what stood in its way. */
export function PressForm({ action, labels, name, variant = 'secondary', size, children }: PressProps) {
  const [{ errors, error }, post] = useActionState(action, {})
  return (
    <Form action={post} className={children ? undefined : 'gap-2'}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      {children}
      <div>
        <SubmitButton variant={variant} size={size} aria-label={name} className="whitespace-nowrap">
          {labels.button}
        </SubmitButton>
      </div>
    </Form>
  )
}

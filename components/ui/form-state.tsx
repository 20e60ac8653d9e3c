'use client'

import { createContext, type ReactNode, use, useActionState } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FieldError } from '@/components/ui/field'
import { Form } from '@/components/ui/form'

/** What the last response says: `errors` by field, `error` about the form as a whole, `values` as typed. */
export type FormState = {
  errors?: Record<string, string>
  error?: string
  values?: Record<string, string>
}

export type FormAction = (state: FormState, form: FormData) => Promise<FormState>

const Context = createContext<FormState>({})

type Props = {
  action: FormAction
  /** What was typed before a confirmation on the way. */
  typed?: Record<string, string>
  /** The heading of the error summary; without it errors show next to their fields only. */
  problem?: string
  className?: string
  children: ReactNode
}

/** The client half of `ActionForm`: sends the form and gives its fields the response. */
export function StatefulForm({ action, typed, problem, className, children }: Props) {
  const [state, post] = useActionState(action, { values: typed })
  return (
    <Context value={state}>
      <Form action={post} className={className}>
        {problem && <ErrorSummary title={problem} errors={state.errors} error={state.error} />}
        {children}
      </Form>
    </Context>
  )
}

type Given = { name: string; error?: string | null; defaultValue?: unknown }

/** A field's error and value: what its form last received, otherwise what the field was given. */
export function useField({ name, error, defaultValue }: Given) {
  const { errors, values } = use(Context)
  return { error: error ?? errors?.[name], value: values?.[name] ?? (defaultValue as string | undefined) }
}

/** Whether a box is ticked; a box that was sent unticked is absent from the values. */
export function useTick({
  name,
  error,
  defaultChecked,
}: Omit<Given, 'defaultValue'> & { defaultChecked?: boolean }) {
  const { errors, values } = use(Context)
  return { error: error ?? errors?.[name], ticked: values ? values[name] === 'on' : defaultChecked }
}

/** A value that travels with the form and comes back as it was sent. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const sent = useField({ name, defaultValue: value })
  return <input type="hidden" name={name} value={sent.value} />
}

/** What is wrong with the form as a whole, for a form too small for a summary. */
export function FormProblem({ id }: { id: string }) {
  return <FieldError id={id} error={use(Context).error} />
}

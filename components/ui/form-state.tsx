'use client'

import { createContext, type ReactNode, use, useActionState } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FieldError } from '@/components/ui/field'
import { Form } from '@/components/ui/form'

/**
 * The state of a form after it was sent. `errors` go next to their fields (messages, already in the reader's language),
 * `error` above the form; `done` says what was done where the form remains; `values` are what was typed, passwords
 * excepted; `value` is what the action made, for the page to show.
 */
export type FormState<Value = undefined> = {
  errors?: Record<string, string>
  error?: string
  done?: string
  values?: Record<string, string>
  value?: Value
}

export type FormAction<Value = undefined> = (
  state: FormState<Value>,
  form: FormData,
) => Promise<FormState<Value>>

type Stage = {
  state: FormState<unknown>
  post?: (form: FormData) => void
  /** Whether a response is awaited. */
  pending?: boolean
}

export const FormContext = createContext<Stage>({ state: {} })

type StageProps<Value> = {
  action: FormAction<Value>
  /** Input from before a confirmation. */
  typed?: Record<string, string>
  children: ReactNode
}

/** Gives the forms within, and what is around them, one action and its last response. */
export function FormStage<Value>({ action, typed, children }: StageProps<Value>) {
  const [state, post, pending] = useActionState(action, {})
  // Where nothing was typed, fields keep their defaults: a checkbox that is absent from the values is unticked.
  const values = Object.keys(typed ?? {}).length > 0 ? typed : undefined
  // Not in the state, which travels with every post: a list of accounts would have to fit into it twice.
  return <FormContext value={{ state: { values, ...state }, post, pending }}>{children}</FormContext>
}

type Props = {
  /** The heading of the error summary; without it errors show next to their fields only. */
  problem?: string
  className?: string
  children: ReactNode
}

/** The client half of `ActionForm`: posts to the stage around it. */
export function StageForm({ problem, className, children }: Props) {
  return (
    <Form action={use(FormContext).post} className={className}>
      {problem && <FormErrors title={problem} />}
      {children}
    </Form>
  )
}

/** Everything that is wrong, where several forms have one stage. */
export function FormErrors({ title }: { title: string }) {
  const { errors, error } = use(FormContext).state
  return <ErrorSummary title={title} errors={errors} error={error} />
}

/** `children` once the action has made a value, `otherwise` until then. */
export function FormOutcome({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return <>{use(FormContext).state.value === undefined ? otherwise : children}</>
}

/** The value that the action made, where it is a text. */
export function FormText() {
  return <>{use(FormContext).state.value as string | undefined}</>
}

type Given = { name: string; error?: string | null; defaultValue?: unknown }

/** A field's error and value: what its form last received, otherwise what the field was given. */
export function useField({ name, error, defaultValue }: Given) {
  const { errors, values } = use(FormContext).state
  return { error: error ?? errors?.[name], value: values?.[name] ?? (defaultValue as string | undefined) }
}

/** Whether a checkbox is ticked; a checkbox that was sent unticked is absent from the values. */
export function useTick({
  name,
  error,
  defaultChecked,
}: Omit<Given, 'defaultValue'> & { defaultChecked?: boolean }) {
  const { errors, values } = use(FormContext).state
  return { error: error ?? errors?.[name], ticked: values ? values[name] === 'on' : defaultChecked }
}

/** A hidden value that is submitted with the form. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const sent = useField({ name, defaultValue: value })
  return <input type="hidden" name={name} value={sent.value} />
}

/** The error of the form as a whole, for a form too small for a summary. */
export function FormProblem({ id }: { id: string }) {
  return <FieldError id={id} error={use(FormContext).state.error} />
}

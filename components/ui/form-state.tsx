'use client'

import { createContext, type ReactNode, use, useActionState, useState } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FieldError } from '@/components/ui/field'
import { Form } from '@/components/ui/form'

/**
 * The state of a form after it was sent. `errors` go next to their fields (messages, already in the reader's language),
 * `error` above the form; `done` says what was done where the form remains; `values` are what was typed, passwords
 * excepted; `value` is what the action made, for the page to show; `confirmation` what it asks for first.
 */
export type FormState<Value = undefined> = {
  errors?: Record<string, string>
  error?: string
  /** Seconds until it makes sense to send it again. */
  wait?: number
  done?: string
  values?: Record<string, string>
  value?: Value
  confirmation?: Confirmation
}

/**
 * An act that waits for its confirmation on the server, and the texts of the dialog that asks for it; null: not
 * offered.
 */
export type Confirmation = {
  id: string
  title: string
  /** What it does for good: whether to go on is all that it asks. */
  warning: string | null
  username: string
  labels: Record<
    'problem' | 'show' | 'hide' | 'either' | 'codeHint' | 'cancelled' | 'known' | 'or' | 'button' | 'cancel',
    string
  > &
    Record<'password' | 'code' | 'passkey' | 'provider', string | null>
  providerLink: string
}

type Ask = (asked: Confirmation, onEnd: (state: FormState<unknown>) => void) => ReactNode

/** The dialog that asks for a confirmation and ends with what the act returned; nothing where no action needs one. */
export const ConfirmContext = createContext<Ask>(() => null)

export type FormAction<Value = undefined> = (
  state: FormState<Value>,
  form: FormData,
) => Promise<FormState<Value>>

type Stage = {
  state: FormState<unknown>
  post?: (form: FormData) => void
  /** Whether a response is awaited, or the answer to what it asks. */
  pending?: boolean
}

export const FormContext = createContext<Stage>({ state: {} })

type StageProps<Value> = {
  action: FormAction<Value>
  /** What came of it where it was confirmed on a page of its own. */
  outcome?: FormState<Value>
  children: ReactNode
}

/** Gives the forms within, and what is around them, one action and its last response, for which it may ask first. */
export function FormStage<Value>({ action, outcome, children }: StageProps<Value>) {
  const [answer, post, pending] = useActionState(action, outcome ?? {})
  const ask = use(ConfirmContext)
  const [settled, settle] = useState<{ id: string; state: FormState<unknown> }>()
  const { confirmation, values } = answer
  const asks = confirmation && confirmation.id !== settled?.id
  const state = !confirmation ? answer : asks || !settled ? { values } : { values, ...settled.state }
  return (
    <FormContext value={{ state, post, pending: pending || Boolean(asks) }}>
      {children}
      {asks && ask(confirmation, (state) => settle({ id: confirmation.id, state }))}
    </FormContext>
  )
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
  const { errors, error, wait } = use(FormContext).state
  return <ErrorSummary title={title} errors={errors} error={error} wait={wait} />
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

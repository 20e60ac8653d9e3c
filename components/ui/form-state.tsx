'use client'

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { createContext, type ReactNode, use, useId } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { FieldError } from '@/components/ui/field'

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
  /**
   * Set in the browser: it did not reach the portal, something in between answered, or the portal itself says why not.
   */
  failure?: 'network_error' | 'unexpected_response' | { message: string }
}

/** What a form asks before it acts: its texts, null where something is not asked for or not offered. */
export type Confirmation = {
  title: string
  /** What it does for good. */
  warning: string | null
  /** Whether its button is red. */
  irreversible: boolean
  username: string
  labels: Record<
    'problem' | 'show' | 'hide' | 'either' | 'codeHint' | 'cancelled' | 'known' | 'or' | 'button' | 'cancel',
    string
  > &
    Record<'password' | 'code' | 'passkey' | 'provider', string | null>
  /** The page of the form. */
  page: string
  providerLink: string
}

export type PasskeyOptions =
  | { create: PublicKeyCredentialCreationOptionsJSON }
  | { get: PublicKeyCredentialRequestOptionsJSON }

/** Fetches what to ask the browser for, or says what is wrong with the fields. */
export type BeginPasskey = FormAction<PasskeyOptions>

type FormTexts = {
  /** Begins a confirmation with a passkey. */
  begin?: BeginPasskey
  /** The id of who is signed in: a form acts for the person that it was rendered for. */
  person?: string
  texts: Record<'network_error' | 'unexpected_response' | 'kept' | 'safe' | 'again', string>
}

/** What all forms of a page need, as the browser has no messages. */
export const FormTextsContext = createContext<FormTexts>({
  texts: { network_error: '', unexpected_response: '', kept: '', safe: '', again: '' },
})

export type FormAction<Value = undefined> = (
  state: FormState<Value>,
  form: FormData,
) => Promise<FormState<Value>>

type FormContextValue = {
  state: FormState<unknown>
  /** The last response itself: another one is another object. */
  answer?: FormState<unknown>
  /** What a form posts to without a script, and with one. */
  post?: (form: FormData) => void
  send?: (form: FormData, kept?: [string, string][]) => void
  /** What the form is sent with, once: another one after each answer. */
  key?: string
  /** What the form came back with, where no script shows a dialog. */
  asked?: Confirmation
  /** Whether a response is awaited, or the answer to what it asks. */
  pending?: boolean
  /** Whether it is on its way to a route, which is no action. */
  sending?: boolean
  /** The button that gave its place to a notice. */
  replaced?: HTMLElement | null
}

export const FormContext = createContext<FormContextValue>({ state: {} })

/** Everything that is wrong, where several forms have one stage. */
export function FormErrors({ title }: { title: string }) {
  const { errors, error, wait } = use(FormContext).state
  return <ErrorSummary title={title} errors={errors} error={error} wait={wait} />
}

/** `children` once the action has made a value, `otherwise` until then. */
export function FormOutcome({ children, otherwise }: { children: ReactNode; otherwise?: ReactNode }) {
  return <>{use(FormContext).state.value === undefined ? otherwise : children}</>
}

/** `children` while it makes no sense yet to send the form again. */
export function FormWait({ children }: { children: ReactNode }) {
  return <>{use(FormContext).state.wait === undefined ? null : children}</>
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
export function FormProblem() {
  return (
    <div role="alert" className="empty:hidden">
      <FieldError id={useId()} error={use(FormContext).state.error} />
    </div>
  )
}

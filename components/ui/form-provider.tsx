'use client'

import { lazy, type ReactNode, use, useActionState, useRef, useState } from 'react'
import { discardSentDraft } from '@/components/ui/form-draft'
import { type FormAction, FormContext, type FormState, FormTextsContext } from '@/components/ui/form-state'
import { idempotencyKeyField } from '@/components/ui/hidden-field-names'
import { callAction, isSubmitFailure } from '@/components/ui/submit-failure'

type Props<Value> = { action: FormAction<Value>; initial?: FormState<Value>; children: ReactNode }

const loadDialog = () => import('@/components/ui/confirm-dialog')
const ConfirmDialog = lazy(loadDialog)

/** A server action itself is what a form posts to without a script; the browser calls it with a net below. */
const onServer = typeof window === 'undefined'

/** Gives the forms within, and what is around them, one action and its last response, for which it may ask first. */
export function FormProvider<Value>({ action, initial = {}, children }: Props<Value>) {
  const { begin, person } = use(FormTextsContext)
  const posted = useRef<FormData>(null)
  const kept = useRef<[string, string][]>([])
  const [key, setKey] = useState(newKey)
  const call: FormAction<Value> = async (previous, form) => {
    const ask = async () => {
      const answer = await action(previous, form)
      // Most forms never ask. The scripts of the dialog may be lost as the response may.
      if (answer.confirmation) await loadDialog()
      return answer
    }
    const result = await callAction(ask, person, kept.current).catch((error) => {
      setKey(newKey())
      throw error
    })
    const { values, value, confirmation } = previous
    if (isSubmitFailure(result)) return { values, value, confirmation, failure: result }
    setKey(newKey())
    if (!result.errors && !result.error && !result.confirmation) discardSentDraft(person)
    return result
  }
  const [answer, post, pending] = useActionState(onServer ? action : call, initial)
  const [cancelled, cancel] = useState<FormState<Value>>()
  const { confirmation, values, ...rest } = answer
  const asked = answer === cancelled ? undefined : confirmation
  // Without a script that posted it, the form came back with the question in it.
  const inForm = asked && !posted.current
  const send = (form: FormData, keepable: [string, string][] = []) => {
    form.set(idempotencyKeyField, key)
    posted.current = form
    kept.current = keepable
    post(form)
  }
  const state = confirmation && !inForm ? { values } : { values, ...rest }
  return (
    <FormContext
      value={{
        state,
        answer,
        post,
        send,
        key,
        asked: inForm ? asked : undefined,
        pending: pending || !!asked,
      }}
    >
      {children}
      {asked && posted.current && (
        <FormContext
          value={{
            state: rest,
            answer,
            key,
            send: (entered) => post(join(posted.current, entered)),
            pending,
          }}
        >
          <ConfirmDialog asked={asked} begin={begin} onCancel={() => cancel(answer)} />
        </FormContext>
      )}
    </FormContext>
  )
}

/** A UUID. `crypto.randomUUID` is missing where the portal is reached by http, as in a first trial. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The form that was posted, with what was entered to confirm it, and the key since the last answer. */
function join(form: FormData | null, entered: FormData): FormData {
  const whole = new FormData()
  for (const [name, value] of form ?? []) whole.append(name, value)
  for (const [name, value] of entered) whole.set(name, value)
  return whole
}

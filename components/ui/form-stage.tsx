'use client'

import { type ReactNode, use, useActionState, useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ConfirmContext, type FormAction, FormContext, type FormState } from '@/components/ui/form-state'

type Props<Value> = { action: FormAction<Value>; initial?: FormState<Value>; children: ReactNode }

/** Gives the forms within, and what is around them, one action and its last response, for which it may ask first. */
export function FormStage<Value>({ action, initial = {}, children }: Props<Value>) {
  const [answer, post, pending] = useActionState(action, initial)
  const begin = use(ConfirmContext)
  const posted = useRef<FormData>(null)
  const [cancelled, cancel] = useState<FormState<Value>>()
  const { confirmation, values, ...rest } = answer
  const asked = answer === cancelled ? undefined : confirmation
  // Without a script that posted it, the form came back with the question in it.
  const inForm = asked && !posted.current
  const send = (form: FormData) => {
    posted.current = form
    post(form)
  }
  const state = confirmation && !inForm ? { values } : { values, ...rest }
  return (
    <FormContext
      value={{ state, answer, post, send, asked: inForm ? asked : undefined, pending: pending || !!asked }}
    >
      {children}
      {asked && posted.current && (
        <FormContext value={{ state: rest, send: (entered) => post(join(posted.current, entered)), pending }}>
          <ConfirmDialog asked={asked} begin={begin} onCancel={() => cancel(answer)} />
        </FormContext>
      )}
    </FormContext>
  )
}

/** The form that was posted, with what was entered to confirm it. */
function join(form: FormData | null, entered: FormData): FormData {
  const whole = new FormData()
  for (const [name, value] of form ?? []) whole.append(name, value)
  for (const [name, value] of entered) whole.set(name, value)
  return whole
}

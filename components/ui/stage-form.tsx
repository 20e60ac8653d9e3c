'use client'

import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useRef,
} from 'react'
import { classNames } from '@/components/class-names'
import { ConfirmHere } from '@/components/ui/confirm-fields'
import { FormContext, FormErrors } from '@/components/ui/form-state'

/**
 * A form in one column. The browser's own messages are off: the server validates everything and its messages
 * appear next to the field, in the reader's language, with and without JavaScript.
 */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form noValidate className={classNames('grid min-w-0 max-w-form gap-6', className)} {...rest} />
}

type Props = {
  /** The heading of the error summary; without it errors show next to their fields only. */
  problem?: string
  className?: string
  children: ReactNode
}

/** The client half of `ActionForm`: posts to the stage around it, and keeps what is in it until there is a result. */
export function StageForm({ problem, className, children }: Props) {
  const stage = use(FormContext)
  const { post, send, answer, asked } = stage
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    if (!sent.current || !answer || answer.confirmation) return
    sent.current = false
    form.current?.reset()
  }, [answer])
  // React would empty the form of an action before anything has come of it.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const fields = new FormData(event.currentTarget, submitter)
    sent.current = true
    startTransition(() => send?.(fields))
  }
  return (
    <Form ref={form} action={post} onSubmit={submit} className={className}>
      {problem && <FormErrors title={problem} />}
      {children}
      {asked && (
        <FormContext value={{ ...stage, asked: undefined }}>
          <ConfirmHere asked={asked} />
        </FormContext>
      )}
    </Form>
  )
}

'use client'

import {
  type ComponentProps,
  type FormEvent,
  lazy,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '@/components/class-names'
import { draftFields, restoreFormDraft } from '@/components/ui/form-draft'
import {
  FormContext,
  FormErrors,
  FormProblem,
  type FormState,
  FormTextsContext,
} from '@/components/ui/form-state'
import { idempotencyKeyField, personField } from '@/components/ui/hidden-field-names'
import { callAction, SubmitFailureNotice } from '@/components/ui/submit-failure'

// Without a script there is no dialog, but a page: most forms never ask, and no page waits for it with one.
const ConfirmHere = lazy(() => import('@/components/ui/confirm-fields'))

/**
 * A form in one column. The browser's own messages are off: the server validates everything and its messages
 * appear next to the field, in the reader's language, with and without JavaScript.
 */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form noValidate className={classNames('grid min-w-0 max-w-form gap-6', className)} {...rest} />
}

type Props = {
  /** The heading of the error summary; without it errors show next to their fields, and that of the form at its end. */
  problem: string | false | 'elsewhere'
  className?: string
  children: ReactNode
}

/** The client half of `ActionForm`: posts to the stage around it, and keeps what is in it until there is a result. */
export function BoundForm({ problem, className, children }: Props) {
  const stage = use(FormContext)
  const { person } = use(FormTextsContext)
  const { post, send, answer, asked, state } = stage
  const title = problem === 'elsewhere' ? false : problem
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const { submit, again, pressed } = useSubmit((fields, target) => {
    sent.current = true
    startTransition(() => send?.(fields, draftFields(target)))
  }, stage.pending && !asked)
  useEffect(() => {
    if (form.current) restoreFormDraft(form.current, person)
  }, [person])
  useEffect(() => {
    if (!sent.current || !answer || answer.failure) return
    // In the dialog of a confirmation: wrong, it is typed again.
    if (answer.errors?.password && answer.confirmation)
      for (const field of form.current?.querySelectorAll<HTMLInputElement>('[type=password]') ?? [])
        field.value = ''
    if (answer.confirmation) return
    sent.current = false
    form.current?.reset()
    if (!title) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [answer, title])
  const failure = sent.current ? state.failure : undefined
  return (
    <Form ref={form} action={post} onSubmit={submit} className={className}>
      {title && <FormErrors title={title} />}
      <HiddenFormFields />
      <FormContext value={{ ...stage, replaced: failure && pressed }}>{children}</FormContext>
      {failure && <SubmitFailureNotice failure={failure} again={again} safe />}
      {problem === false && <FormProblem />}
      {asked && (
        <FormContext value={{ ...stage, asked: undefined }}>
          <ConfirmHere asked={asked} />
        </FormContext>
      )}
    </Form>
  )
}

/** For whom a form was rendered, and the key by which it does once what it does. */
export function HiddenFormFields() {
  const { person } = use(FormTextsContext)
  const { key } = use(FormContext)
  return (
    <>
      {person && <input type="hidden" name={personField} value={person} />}
      {/* Without a script, that of the server; `FormProvider` sends its own. A browser would keep it over a reload. */}
      {key && (
        <input
          type="hidden"
          name={idempotencyKeyField}
          value={key}
          autoComplete="off"
          suppressHydrationWarning
        />
      )}
    </>
  )
}

type PlainProps = Omit<ComponentProps<'form'>, 'action' | 'onSubmit'> & {
  action: (form: FormData) => Promise<void>
}

/** A form whose action leads to a page, and shows nothing by itself. */
export function PlainForm({ action, children, ...rest }: PlainProps) {
  const { person } = use(FormTextsContext)
  const [failure, setFailure] = useState<FormState['failure']>()
  const busy = useRef(false)
  const { submit, again, pressed } = useSubmit((fields) => {
    if (busy.current) return
    busy.current = true
    startTransition(async () => {
      const result = await callAction(() => action(fields), person, []).finally(() => {
        busy.current = false
      })
      startTransition(() => setFailure(result || undefined))
    })
  })
  return (
    <form {...rest} action={action} onSubmit={submit}>
      <HiddenFormFields />
      <FormContext value={{ state: {}, replaced: failure && pressed }}>{children}</FormContext>
      {failure && <SubmitFailureNotice failure={failure} again={again} />}
    </form>
  )
}

/** Sends a form without emptying it, as React would, and again by the same button. */
export function useSubmit(send: (fields: FormData, form: HTMLFormElement) => void, waiting = false) {
  const last = useRef<{ form: HTMLFormElement; submitter: HTMLElement | null }>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (waiting) return
    const { submitter } = event.nativeEvent as SubmitEvent
    last.current = { form: event.currentTarget, submitter }
    send(new FormData(event.currentTarget, submitter), event.currentTarget)
  }
  const again = () => last.current?.form.requestSubmit(last.current.submitter)
  return { submit, again, pressed: last.current?.submitter }
}

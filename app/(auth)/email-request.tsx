'use client'

import { useActionState, useEffect } from 'react'
import type { FormState } from '@/app/_request/action'
import { NarrowPage } from '@/components/narrow-page'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'

/** A mail was asked for: `body` says so in the reader's language, `resent` when it was asked for again. */
export type Sent = { email: string; body: string; resent: boolean }

export type EmailRequestAction = (state: FormState<Sent>, form: FormData) => Promise<FormState<Sent>>

type Label =
  | 'title'
  | 'lead'
  | 'email'
  | 'button'
  | 'problem'
  | 'sent'
  | 'late'
  | 'resend'
  | 'resent'
  | 'other'

type Props = {
  action: EmailRequestAction
  labels: Record<Label, string>
  /** Known from an expired link: then only a button is left to press. */
  link?: string
  after?: React.ReactNode
}

/** Asks for an address, then says to look into its mail, the same whether or not anybody is known by it. */
export function EmailRequest({ action, labels, link, after }: Props) {
  const [state, send] = useActionState(action, {})
  if (state.value) return <CheckEmail {...{ state, send, labels, link }} sent={state.value} />
  return (
    <NarrowPage title={labels.title} lead={labels.lead} after={after}>
      <Form action={send}>
        <ErrorSummary title={labels.problem} errors={state.errors} error={state.error} />
        {link ? (
          <input type="hidden" name="link" value={link} />
        ) : (
          <TextInput
            name="email"
            type="email"
            label={labels.email}
            error={state.errors?.email}
            defaultValue={state.values?.email}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
        <SubmitButton size="large">{labels.button}</SubmitButton>
      </Form>
    </NarrowPage>
  )
}

type SentProps = {
  state: FormState<Sent>
  sent: Sent
  send: (form: FormData) => void
  labels: Props['labels']
  link?: string
}

function CheckEmail({ state, sent, send, labels, link }: SentProps) {
  // The form that had the focus is gone: a screen reader goes on with what took its place.
  useEffect(() => document.getElementById('content')?.focus(), [])
  return (
    <NarrowPage
      title={labels.sent}
      lead={sent.body}
      // A full load, so that the form is empty again.
      after={
        link ? null : (
          <a href="?" className="font-medium text-accent underline underline-offset-4">
            {labels.other}
          </a>
        )
      }
    >
      <Form action={send}>
        <ErrorSummary title={labels.problem} error={state.error} />
        {sent.resent && (
          <Notice tone="success" role="status">
            {labels.resent}
          </Notice>
        )}
        <p className="text-sm">{labels.late}</p>
        <input type="hidden" name="email" value={sent.email} />
        <input type="hidden" name="intent" value="resend" />
        {link && <input type="hidden" name="link" value={link} />}
        <SubmitButton variant="secondary">{labels.resend}</SubmitButton>
      </Form>
    </NarrowPage>
  )
}

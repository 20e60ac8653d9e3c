'use client'

import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'

export type PasskeyOptions =
  | { create: PublicKeyCredentialCreationOptionsJSON }
  | { get: PublicKeyCredentialRequestOptionsJSON }

type State = { errors?: Record<string, string>; error?: string }

export type PasskeyLabels = Record<'button' | 'problem' | 'cancelled' | 'known', string>

type Props = {
  /** Fetches what to ask the browser for, or says what is wrong with the fields. */
  begin: (form: FormData) => Promise<State & { value?: PasskeyOptions }>
  /** Posts the fields and the browser's answer, which is added as `passkey`. */
  post: (form: FormData) => void
  /** What came of it. */
  state: State
  labels: PasskeyLabels
  variant?: 'primary' | 'secondary'
  /** The fields; they are told what is wrong with them. */
  children?: (errors: Record<string, string>) => ReactNode
}

/** One press that asks the browser for a passkey. Not offered without JavaScript: codes and the password remain. */
export function PasskeyForm({ begin, post, state, labels, variant, children }: Props) {
  const [begun, setBegun] = useState<State>({})
  const [pending, startTransition] = useTransition()
  const { errors, error } = begun.error || begun.errors ? begun : state

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    // Inside a transition, so that an answer that leads elsewhere reaches the router.
    startTransition(async () => {
      const { value, ...refused } = await begin(form)
      setBegun(refused)
      if (!value) return
      const answer = await ask(value).catch((problem: Error) => problem)
      if (answer instanceof Error)
        return setBegun({ error: answer.name === 'InvalidStateError' ? labels.known : labels.cancelled })
      form.set('passkey', JSON.stringify(answer))
      startTransition(() => post(form))
    })
  }

  return (
    <Form onSubmit={send} className="needs-script">
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      {children?.(errors ?? {})}
      <div>
        <Button
          type="submit"
          variant={variant}
          size="large"
          disabled={pending}
          aria-busy={pending || undefined}
        >
          <KeyRound aria-hidden="true" />
          {labels.button}
        </Button>
      </div>
    </Form>
  )
}

function ask(options: PasskeyOptions) {
  return 'create' in options
    ? startRegistration({ optionsJSON: options.create })
    : startAuthentication({ optionsJSON: options.get })
}

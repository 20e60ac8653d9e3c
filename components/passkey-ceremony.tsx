'use client'

import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, use, useState, useTransition } from 'react'
import { Form, HiddenFormFields } from '@/components/ui/bound-form'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import {
  type BeginPasskey,
  FormContext,
  type FormState,
  FormTextsContext,
  type PasskeyOptions,
} from '@/components/ui/form-state'
import { callAction, describeSubmitFailure, isSubmitFailure } from '@/components/ui/submit-failure'

type Props = {
  /** Fetches what to ask the browser for, or says what is wrong with the fields. */
  begin: BeginPasskey
  button: string
  variant: 'primary' | 'secondary'
  /** The heading of the error summary, and the two errors that only the browser knows of. */
  problem: string
  cancelled: string
  known: string
  children?: ReactNode
}

/**
 * The client half of `PasskeyForm`: asks the browser for a passkey, and posts its response, added as `passkey`, to the
 * stage around it.
 */
export function PasskeyCeremony({ begin, button, variant, problem, cancelled, known, children }: Props) {
  const { state, send } = use(FormContext)
  const { texts } = use(FormTextsContext)
  const [begun, setBegun] = useState<FormState<unknown>>({})
  const [pending, startTransition] = useTransition()
  const shown = begun.error || begun.errors ? begun : state

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = new FormData(event.currentTarget)
    // Inside a transition, so that an answer that leads elsewhere reaches the router.
    startTransition(async () => {
      const begun = await callAction(() => begin({}, form), undefined, [])
      if (isSubmitFailure(begun)) return setBegun({ error: describeSubmitFailure(begun, texts) })
      const { value, ...refused } = begun
      setBegun(refused)
      if (!value) return
      const prompt = await callAction(() => loadPrompt(value), undefined, [])
      if (isSubmitFailure(prompt)) return setBegun({ error: describeSubmitFailure(prompt, texts) })
      const answer = await prompt().catch((problem: Error) => problem)
      if (answer instanceof Error)
        return setBegun({ error: answer.name === 'InvalidStateError' ? known : cancelled })
      form.set('passkey', JSON.stringify(answer))
      startTransition(() => send?.(form))
    })
  }

  return (
    <FormContext value={{ state: shown }}>
      <Form onSubmit={submit} className="needs-script">
        <ErrorSummary title={problem} errors={shown.errors} error={shown.error} />
        <HiddenFormFields />
        {children}
        <div>
          <Button
            type="submit"
            variant={variant}
            size="large"
            className={variant === 'secondary' ? 'w-full' : undefined}
            aria-disabled={pending || undefined}
            aria-busy={pending || undefined}
          >
            <KeyRound aria-hidden="true" />
            {button}
          </Button>
        </div>
      </Form>
    </FormContext>
  )
}

/** Loads the library only now: most people who see a page with this button give a code. */
async function loadPrompt(options: PasskeyOptions) {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  return () =>
    'create' in options
      ? startRegistration({ optionsJSON: options.create })
      : startAuthentication({ optionsJSON: options.get })
}

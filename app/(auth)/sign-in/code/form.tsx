'use client'

import { useActionState } from 'react'
import { CodeInput } from '@/app/(auth)/code-input'
import { PasskeyForm, type PasskeyLabels } from '@/components/passkey-form'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { SubmitButton } from '@/components/ui/submit-button'
import { beginPasskey, giveCode, givePasskey } from './actions'

type Props = { next: string; labels: Record<'code' | 'hint' | 'button' | 'problem', string> }

export function CodeForm({ next, labels }: Props) {
  const [{ errors, error }, action] = useActionState(giveCode, {})
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="hidden" name="next" value={next} />
      <CodeInput label={labels.code} hint={labels.hint} error={errors?.code} />
      <SubmitButton size="large">{labels.button}</SubmitButton>
    </Form>
  )
}

export function SignInPasskeyForm({ next, labels }: { next: string; labels: PasskeyLabels }) {
  const [state, post] = useActionState(givePasskey, {})
  return (
    <PasskeyForm begin={beginPasskey} post={post} state={state} labels={labels}>
      {() => <input type="hidden" name="next" value={next} />}
    </PasskeyForm>
  )
}

'use client'

import { useActionState } from 'react'
import { CodeInput } from '@/app/(auth)/code-input'
import { PasskeyForm, type PasskeyLabels } from '@/components/passkey-form'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { PasswordInput } from '@/components/ui/password-input'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { beginPasskey, confirm, confirmWithPasskey } from './actions'

type Label =
  | 'password'
  | 'showPassword'
  | 'hidePassword'
  | 'code'
  | 'codeHint'
  | 'either'
  | 'button'
  | 'cancel'
  | 'problem'

type Props = { next: string; email: string; withCode: boolean; labels: Record<Label, string> }

export function ConfirmForm({ next, email, withCode, labels }: Props) {
  const [{ errors, error }, action] = useActionState(confirm, {})
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="hidden" name="next" value={next} />
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      {withCode && <p className="text-muted text-sm">{labels.either}</p>}
      <PasswordInput
        name="password"
        label={labels.password}
        error={errors?.password}
        showLabel={labels.showPassword}
        hideLabel={labels.hidePassword}
        autoComplete="current-password"
      />
      {withCode && <CodeInput label={labels.code} hint={labels.codeHint} error={errors?.code} />}
      <div className="flex flex-wrap items-center gap-6">
        <SubmitButton size="large">{labels.button}</SubmitButton>
        <TextLink href={next}>{labels.cancel}</TextLink>
      </div>
    </Form>
  )
}

export function ConfirmPasskeyForm({ next, labels }: { next: string; labels: PasskeyLabels }) {
  const [state, post] = useActionState(confirmWithPasskey, {})
  return (
    <PasskeyForm begin={beginPasskey} post={post} state={state} labels={labels}>
      {() => <input type="hidden" name="next" value={next} />}
    </PasskeyForm>
  )
}

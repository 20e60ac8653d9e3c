'use client'

import { useActionState } from 'react'
import type { FormState } from '@/app/_request/action'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { PasswordInput } from '@/components/ui/password-input'
import { SubmitButton } from '@/components/ui/submit-button'

type Label = 'password' | 'passwordHint' | 'showPassword' | 'hidePassword' | 'button' | 'problem'

type Props = {
  action: (state: FormState, form: FormData) => Promise<FormState>
  link: string
  /** Whose password it becomes: password managers file it under this name. */
  email: string
  labels: Record<Label, string>
}

/** Creates a password through a link. */
export function NewPasswordForm({ action, link, email, labels }: Props) {
  const [{ errors, error }, send] = useActionState(action, {})
  return (
    <Form action={send}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="hidden" name="link" value={link} />
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <PasswordInput
        name="password"
        label={labels.password}
        hint={labels.passwordHint}
        error={errors?.password}
        showLabel={labels.showPassword}
        hideLabel={labels.hidePassword}
        autoComplete="new-password"
        required
      />
      <SubmitButton size="large">{labels.button}</SubmitButton>
    </Form>
  )
}

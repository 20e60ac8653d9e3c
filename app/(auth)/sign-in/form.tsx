'use client'

import { useActionState } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { PasswordInput } from '@/components/ui/password-input'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { signIn } from './actions'

type Label =
  | 'email'
  | 'password'
  | 'showPassword'
  | 'hidePassword'
  | 'button'
  | 'forgot'
  | 'browser'
  | 'problem'

/** `next` is where to go afterwards; the server checks that it is a page of ours. */
export function SignInForm({ next, labels }: { next: string; labels: Record<Label, string> }) {
  const [{ errors, error, values, value }, action] = useActionState(signIn, {})
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="hidden" name="next" value={next} />
      <TextInput
        name="email"
        type="email"
        label={labels.email}
        error={errors?.email}
        defaultValue={values?.email}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordInput
        name="password"
        label={labels.password}
        error={errors?.password}
        showLabel={labels.showPassword}
        hideLabel={labels.hidePassword}
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <SubmitButton size="large">{labels.button}</SubmitButton>
        <TextLink href="/forgot-password">{labels.forgot}</TextLink>
      </div>
      {value === 'wait' && <TextLink href="/sign-in/browser">{labels.browser}</TextLink>}
    </Form>
  )
}

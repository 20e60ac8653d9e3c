'use client'

import { useActionState } from 'react'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Form } from '@/components/ui/form'
import { Notice } from '@/components/ui/notice'
import { PasswordInput } from '@/components/ui/password-input'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { changeOwnEmail, changeOwnLanguage, changeOwnPassword } from './actions'

type PasswordLabel =
  | 'current'
  | 'new'
  | 'newHint'
  | 'showPassword'
  | 'hidePassword'
  | 'button'
  | 'problem'
  | 'email'

export function PasswordForm({ labels }: { labels: Record<PasswordLabel, string> }) {
  const [{ errors, error }, action] = useActionState(changeOwnPassword, {})
  const shared = { showLabel: labels.showPassword, hideLabel: labels.hidePassword, required: true }
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <input type="email" name="username" value={labels.email} autoComplete="username" readOnly hidden />
      <PasswordInput
        name="currentPassword"
        label={labels.current}
        error={errors?.currentPassword}
        autoComplete="current-password"
        {...shared}
      />
      <PasswordInput
        name="newPassword"
        label={labels.new}
        hint={labels.newHint}
        error={errors?.newPassword}
        autoComplete="new-password"
        {...shared}
      />
      <div>
        <SubmitButton variant="secondary">{labels.button}</SubmitButton>
      </div>
    </Form>
  )
}

type EmailProps = {
  labels: Record<'email' | 'button' | 'sent' | 'problem', string>
  /** before a confirmation on the way */
  typed: Record<string, string>
}

export function EmailForm({ labels, typed }: EmailProps) {
  const [state, action] = useActionState(changeOwnEmail, { values: typed })
  const { errors, error, values, value: sentTo } = state
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      {sentTo && (
        <Notice tone="success" role="status" className="min-w-0 [overflow-wrap:anywhere]">
          {labels.sent.replace('{email}', sentTo)}
        </Notice>
      )}
      <TextInput
        name="email"
        type="email"
        label={labels.email}
        error={errors?.email}
        defaultValue={sentTo ? '' : values?.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div>
        <SubmitButton variant="secondary">{labels.button}</SubmitButton>
      </div>
    </Form>
  )
}

type Language = { value: string; label: string }

export function LanguageForm({
  current,
  languages,
  labels,
}: {
  current: string
  languages: Language[]
  labels: Record<'language' | 'button' | 'problem', string>
}) {
  const [{ errors, error }, action] = useActionState(changeOwnLanguage, {})
  return (
    <Form action={action}>
      <ErrorSummary title={labels.problem} errors={errors} error={error} />
      <Select
        key={current}
        name="locale"
        label={labels.language}
        options={languages}
        defaultValue={current}
        error={errors?.locale}
      />
      <div>
        <SubmitButton variant="secondary">{labels.button}</SubmitButton>
      </div>
    </Form>
  )
}

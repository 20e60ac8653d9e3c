import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ActionForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { PasswordInput } from '@/components/ui/password-input'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  action: FormAction
  link: string
  /** The account's address: password managers save the password under it. */
  email: string
  /** The fewest characters that it may have. */
  minimum: number
  button: string
  /** Fields below the password. */
  children?: ReactNode
}

/** Creates a password through a link. */
export function NewPasswordForm({ action, link, email, minimum, button, children }: Props) {
  const t = useTranslations('accounts.fields')
  return (
    <ActionForm action={action}>
      <input type="hidden" name="link" value={link} />
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <PasswordInput
        name="password"
        label={t('password')}
        hint={t('passwordHint', { minimum })}
        autoComplete="new-password"
        autoFocus
        required
      />
      {children}
      <SubmitButton size="large">{button}</SubmitButton>
    </ActionForm>
  )
}

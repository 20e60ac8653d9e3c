import { useTranslations } from 'next-intl'
import { PasswordControl, type PasswordProps } from '@/components/ui/password-control'
import { TextInput } from '@/components/ui/text-input'

/** A password that can be shown. What was typed is never put back by the server. */
export function PasswordInput(props: PasswordProps) {
  const t = useTranslations('common.field')
  return <PasswordControl {...props} showLabel={t('showPassword')} hideLabel={t('hidePassword')} />
}

type Props = {
  label: string
  autoComplete: 'email' | 'username' | 'off'
  defaultValue?: string
  /** On a page that is about this form alone. */
  autoFocus?: boolean
}

/** An e-mail address that has to be given; phones neither capitalise nor correct it. */
export function EmailInput(props: Props) {
  return <TextInput name="email" type="email" {...props} autoCapitalize="none" spellCheck={false} required />
}

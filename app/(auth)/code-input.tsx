import { useTranslations } from 'next-intl'
import { TextInput } from '@/components/ui/text-input'

/** A code of the authenticator or a recovery code: phones offer the digits, and nothing is remembered. */
export function CodeInput({ hint, autoFocus }: { hint: string; autoFocus?: boolean }) {
  return (
    <TextInput
      name="code"
      label={useTranslations('accounts.fields')('code')}
      hint={hint}
      mono
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus={autoFocus}
    />
  )
}

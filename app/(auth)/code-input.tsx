import { TextInput } from '@/components/ui/text-input'

type Props = { label: string; hint?: string; error?: string }

/** A code of the authenticator or a recovery code: phones offer the digits, and nothing is remembered. */
export function CodeInput({ label, hint, error }: Props) {
  return (
    <TextInput
      name="code"
      label={label}
      hint={hint}
      error={error}
      mono
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}

import { TextInput } from '@/components/ui/text-input'

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

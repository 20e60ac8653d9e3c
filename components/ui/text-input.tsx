'use client'

import type { ComponentProps } from 'react'
import { useControl } from '@/components/ui/control'
import { Field, type FieldProps } from '@/components/ui/field'

type TextInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type'> & {
    name: string
    type?: 'text' | 'email' | 'search' | 'tel' | 'url' | 'date' | 'datetime-local'
    /** For text that is read letter by letter: codes, keys, numbers. */
    mono?: boolean
  }

/** A single-line text field with its label, hint and error. */
export function TextInput({ mono, ...props }: TextInputProps) {
  const { field, control, value } = useControl(props, mono && 'font-mono')
  return (
    <Field {...field}>
      <input type="text" {...control} defaultValue={control.value === undefined ? value : undefined} />
    </Field>
  )
}

type EmailInputProps = {
  label: string
  autoComplete: 'email' | 'username' | 'off'
  defaultValue?: string
  /** On a page that is about this form alone. */
  autoFocus?: boolean
}

/** An e-mail address that has to be given; phones neither capitalise nor correct it. */
export function EmailInput(props: EmailInputProps) {
  return <TextInput name="email" type="email" {...props} autoCapitalize="none" spellCheck={false} required />
}

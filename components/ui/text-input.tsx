'use client'

import type { ComponentProps } from 'react'
import { useControl } from '@/components/ui/control'
import { Field, type FieldProps } from '@/components/ui/field'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type'> & {
    name: string
    type?: 'text' | 'email' | 'search' | 'tel' | 'url' | 'date' | 'datetime-local'
    /** For text that is read letter by letter: codes, keys, numbers. */
    mono?: boolean
  }

/** A single-line text field with its label, hint and error. */
export function TextInput({ mono, ...props }: Props) {
  const { field, control, value } = useControl(props, mono && 'font-mono')
  return (
    <Field {...field}>
      <input type="text" {...control} defaultValue={control.value === undefined ? value : undefined} />
    </Field>
  )
}

type TextareaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'name'> & { name: string }

/** A multi-line text field with its label, hint and error. */
export function Textarea(props: TextareaProps) {
  const { field, control, value } = useControl(props, 'field-sizing-content min-h-24 sm:min-h-24')
  return (
    <Field {...field}>
      <textarea key={value} rows={4} {...control} defaultValue={value} />
    </Field>
  )
}

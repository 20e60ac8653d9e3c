'use client'

import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type'> & {
    name: string
    type?: 'text' | 'email' | 'search' | 'tel' | 'url' | 'date' | 'datetime-local'
    /** For text that is read letter by letter: codes, keys, numbers. */
    mono?: boolean
  }

/** A single-line text field with its label, hint and error. `id` is the name unless given. */
export function TextInput({
  label,
  hint,
  note,
  mono,
  name,
  id = name,
  className,
  error: given,
  defaultValue,
  ...rest
}: Props) {
  const { error, value } = useField({ name, error: given, defaultValue })
  return (
    <Field {...{ id, label, hint, error, note }}>
      <input
        type="text"
        name={name}
        className={classNames(controlLook(error), mono && 'font-mono', className)}
        {...controlAttributes(id, { hint, error })}
        {...rest}
        defaultValue={rest.value === undefined ? value : undefined}
      />
    </Field>
  )
}

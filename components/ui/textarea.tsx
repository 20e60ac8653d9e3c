'use client'

import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

type Props = FieldProps & Omit<ComponentProps<'textarea'>, 'name'> & { name: string }

/** A multi-line text field with its label, hint and error. */
export function Textarea({
  label,
  hint,
  note,
  name,
  id = name,
  rows = 4,
  className,
  error: given,
  defaultValue,
  ...rest
}: Props) {
  const { error, value } = useField({ name, error: given, defaultValue })
  return (
    <Field {...{ id, label, hint, error, note }}>
      <textarea
        name={name}
        rows={rows}
        className={classNames(controlLook(error), 'field-sizing-content min-h-24', className)}
        {...controlAttributes(id, { hint, error })}
        {...rest}
        key={value}
        defaultValue={value}
      />
    </Field>
  )
}

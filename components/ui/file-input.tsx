'use client'

import type { ComponentProps } from 'react'
import { controlAttributes, Field, type FieldProps, fileLook } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

type Props = FieldProps & Omit<ComponentProps<'input'>, 'name' | 'type'> & { name: string }

/** The browser's own file field, with its label, hint and error. */
export function FileInput({ label, hint, note, name, id = name, error: given, ...rest }: Props) {
  const { error } = useField({ name, error: given })
  return (
    <Field {...{ id, label, hint, error, note }}>
      <input
        type="file"
        name={name}
        className={fileLook}
        {...controlAttributes(id, { hint, error })}
        {...rest}
      />
    </Field>
  )
}

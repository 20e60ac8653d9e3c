'use client'

import type { ComponentProps } from 'react'
import { useControl } from '@/components/ui/control'
import { Field, type FieldProps } from '@/components/ui/field'

type Props = FieldProps & Omit<ComponentProps<'textarea'>, 'name'> & { name: string }

/** A multi-line text field with its label, hint and error. */
export function Textarea(props: Props) {
  const { field, control, value } = useControl(props, 'field-sizing-content min-h-24 sm:min-h-24')
  return (
    <Field {...field}>
      <textarea key={value} rows={4} {...control} defaultValue={value} />
    </Field>
  )
}

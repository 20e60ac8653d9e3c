import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type'> & {
    name: string
    type?: 'text' | 'email' | 'search' | 'tel' | 'url' | 'date'
    /** For what is read letter by letter: codes, keys, numbers. */
    mono?: boolean
  }

/** One line of text with its label, hint and error. `id` is the name unless given. */
export function TextInput({ label, hint, error, note, mono, name, id = name, className, ...rest }: Props) {
  return (
    <Field {...{ id, label, hint, error, note }}>
      <input
        type="text"
        name={name}
        className={classNames(controlLook(error), mono && 'font-mono', className)}
        {...controlAttributes(id, { hint, error })}
        {...rest}
      />
    </Field>
  )
}

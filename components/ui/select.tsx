import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'name' | 'children'> & {
    name: string
    options: { value: string; label: string }[]
  }

/** The browser's own list: it works everywhere, phones included. */
export function Select({ label, hint, error, note, name, id = name, options, className, ...rest }: Props) {
  return (
    <Field {...{ id, label, hint, error, note }}>
      <div className="relative">
        <select
          name={name}
          className={classNames(controlLook(error), 'appearance-none pr-10', className)}
          {...controlAttributes(id, { hint, error })}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          aria-hidden="true"
        />
      </div>
    </Field>
  )
}

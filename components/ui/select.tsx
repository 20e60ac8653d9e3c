'use client'

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { useControl } from '@/components/ui/control'
import { Field, type FieldProps } from '@/components/ui/field'

type Props = FieldProps &
  Omit<ComponentProps<'select'>, 'name' | 'children'> & {
    name: string
    options: { value: string; label: string }[]
  }

/** The browser's own list, which works everywhere, phones included. */
export function Select({ options, ...props }: Props) {
  const { field, control, value } = useControl(props)
  return (
    <Field {...field}>
      <div className="relative">
        {/* A select keeps its first value when React resets the form, unless it is mounted again. */}
        <select
          key={value}
          {...control}
          className={classNames(control.className, 'appearance-none pr-10')}
          defaultValue={value}
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

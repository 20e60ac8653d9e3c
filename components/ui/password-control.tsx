'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useControl } from '@/components/ui/control'
import { Field, type FieldProps } from '@/components/ui/field'

export type PasswordProps = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type' | 'defaultValue'> & { name: string }

type Props = PasswordProps & {
  /** Names of the button that shows the password and hides it again. */
  showLabel: string
  hideLabel: string
}

/** The client half of `PasswordInput`, whose button changes its name in the browser. */
export function PasswordControl({ showLabel, hideLabel, ...props }: Props) {
  const { field, control } = useControl(props, 'pr-12')
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...field}>
      <div className="relative">
        <input
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...control}
        />
        {/* Named by its content, not by aria-label: searching a field by its label then finds one control. */}
        <button
          type="button"
          aria-controls={field.id}
          title={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="needs-script absolute inset-y-1 right-1 grid w-10 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink"
        >
          <Icon className="size-5" aria-hidden="true" />
          <span className="sr-only">{shown ? hideLabel : showLabel}</span>
        </button>
      </div>
    </Field>
  )
}

'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

export type PasswordProps = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type' | 'defaultValue'> & { name: string }

type Props = PasswordProps & {
  /** Names of the button that shows the password and hides it again. */
  showLabel: string
  hideLabel: string
}

/** The client half of `PasswordInput`, whose button changes its name in the browser. */
export function PasswordControl({ showLabel, hideLabel, name, id = name, className, ...props }: Props) {
  const { label, hint, note, error: given, ...rest } = props
  const { error } = useField({ name, error: given })
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ id, label, hint, error, note }}>
      <div className="relative">
        <input
          type={shown ? 'text' : 'password'}
          name={name}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classNames(controlLook(error), 'pr-12', className)}
          {...controlAttributes(id, { hint, error })}
          {...rest}
        />
        {/* Named by its content, not by aria-label: searching a field by its label then finds one control. */}
        <button
          type="button"
          aria-controls={id}
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

'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, controlLook, Field, type FieldProps } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'type' | 'defaultValue'> & {
    name: string
    /** Names of the button, from `common.field.showPassword` and `hidePassword`. */
    showLabel: string
    hideLabel: string
  }

/** A password that can be shown. What was typed is never put back by the server. */
export function PasswordInput({ showLabel, hideLabel, name, id = name, className, ...props }: Props) {
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

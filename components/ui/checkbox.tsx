'use client'

import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, FieldError, FieldHint, type FieldProps } from '@/components/ui/field'
import { useTick } from '@/components/ui/form-state'

type Props = Omit<FieldProps, 'note'> &
  Omit<ComponentProps<'input'>, 'name' | 'type'> & { name: string; mono?: boolean }

/** A checkbox with its label to the right. */
export function Checkbox({
  label,
  hint,
  name,
  id = name,
  className,
  error: given,
  keep,
  mono,
  defaultChecked,
  ...rest
}: Props) {
  const { error, ticked } = useTick({ name, error: given, defaultChecked })
  return (
    <div className="grid grid-cols-[1.5rem_1fr] content-start gap-x-2.5 gap-y-1">
      <input
        key={String(ticked)}
        type="checkbox"
        name={name}
        data-draft={keep || undefined}
        className={classNames('mt-0.5 size-5 rounded accent-accent', className)}
        {...controlAttributes(id, { hint, error })}
        {...rest}
        defaultChecked={ticked}
      />
      <label htmlFor={id} className={classNames('min-h-6 leading-6', mono ? 'font-mono text-xs' : 'text-sm')}>
        {label}
      </label>
      <div className="col-start-2 grid gap-1 empty:hidden">
        <FieldHint id={id} hint={hint} />
        <FieldError id={id} error={error} />
      </div>
    </div>
  )
}

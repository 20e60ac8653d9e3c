'use client'

import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { controlAttributes, FieldError, FieldHint, type FieldProps } from '@/components/ui/field'
import { useField, useTick } from '@/components/ui/form-state'

type Props = Omit<FieldProps, 'label' | 'note'> &
  Omit<ComponentProps<'input'>, 'name' | 'type'> & { name: string; label: ReactNode; mono?: boolean }

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

type RadioSegmentsProps = Pick<FieldProps, 'hint' | 'keep'> & {
  name: string
  options: { value: string; label: string }[]
  /** The choice to begin with. */
  chosen?: string | null
  /** The legend, unless the group has its own. */
  label?: string
}

/** A few short choices as one control. */
export function RadioSegments({ name, options, chosen, label, hint, keep }: RadioSegmentsProps) {
  const { error, value: current } = useField({ name, defaultValue: chosen ?? undefined })
  const control = (
    <span className="flex w-fit max-w-full flex-wrap rounded-lg border border-line-strong bg-surface p-0.5 text-xs has-disabled:opacity-60 has-aria-invalid:border-danger">
      {options.map((option, index) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-9 items-center rounded-md px-2.25 text-muted outline-accent outline-offset-1 hover:text-ink has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-checked:forced-colors:outline-2 sm:min-h-7.5 sm:px-3"
        >
          {/* Over its label, so that it can also be pressed itself, by a script. */}
          <input
            type="radio"
            // An error summary links to the first.
            id={index === 0 && label ? name : undefined}
            name={name}
            data-draft={keep || undefined}
            value={option.value}
            defaultChecked={option.value === current}
            aria-invalid={error ? true : undefined}
            className="absolute inset-0 size-full opacity-0"
          />
          {option.label}
        </label>
      ))}
    </span>
  )
  if (!label) return control
  const { 'aria-describedby': described } = controlAttributes(name, { hint, error })
  return (
    <fieldset key={current} className="grid min-w-0 gap-1.5" aria-describedby={described}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <FieldHint id={name} hint={hint} />
      {control}
      <FieldError id={name} error={error} />
    </fieldset>
  )
}

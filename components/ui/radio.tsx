'use client'

import { useField } from '@/components/ui/form-state'

type Props = {
  name: string
  options: { value: string; label: string }[]
  /** The choice to begin with. */
  chosen: string | null
}

/** A few short choices as one control, whose group has its own legend. */
export function RadioSegments({ name, options, chosen }: Props) {
  const { value: current } = useField({ name, defaultValue: chosen ?? undefined })
  return (
    <span className="flex w-fit max-w-full flex-wrap rounded-lg border border-line-strong bg-surface p-0.5 text-xs has-disabled:opacity-60">
      {options.map(({ value, label }) => (
        <label
          key={value}
          className="relative inline-flex min-h-9 items-center rounded-md px-2.25 text-muted outline-accent outline-offset-1 hover:text-ink has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-checked:forced-colors:outline-2 sm:min-h-7.5 sm:px-3"
        >
          {/* Over its label, so that it can also be pressed itself, by a script. */}
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === current}
            className="absolute inset-0 size-full opacity-0"
          />
          {label}
        </label>
      ))}
    </span>
  )
}

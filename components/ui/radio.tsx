'use client'

import { useField } from '@/components/ui/form-state'

type Props = {
  name: string
  value: string
  label: string
  /** The choice to begin with: of the group, not of this one. */
  chosen: string | null
  keep?: boolean
}

/** One of a few choices in a row, whose group has its own legend. */
export function Radio({ name, value, label, chosen, keep }: Props) {
  const { value: current } = useField({ name, defaultValue: chosen ?? undefined })
  return (
    <label className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        data-keep={keep || undefined}
        value={value}
        defaultChecked={value === current}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}

'use client'

import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { FieldError, FieldHint, type FieldProps } from '@/components/ui/field'
import { useField } from '@/components/ui/form-state'

export type RadioCard = {
  value: string
  /** The accessible name of the radio. */
  label: string
  description?: ReactNode
  icon?: ReactNode
  tone?: 'accent' | 'sandbox' | 'production'
  /** The key that chooses it, where the page listens for it. */
  hotkey?: string
}

type Props = Omit<FieldProps, 'note'> & {
  name: string
  id?: string
  options: RadioCard[]
  defaultValue?: string
}

const tones = {
  accent:
    'has-checked:border-accent has-checked:ring-accent has-checked:bg-accent-soft [--tone:var(--accent)]',
  sandbox:
    'has-checked:border-sandbox has-checked:ring-sandbox has-checked:bg-sandbox-soft [--tone:var(--sandbox)]',
  production:
    'has-checked:border-production has-checked:ring-production has-checked:bg-production-soft [--tone:var(--production)]',
}

/** A choice among a few options that need explaining: each is a card that can be pressed anywhere. */
export function RadioCards({
  label,
  hint,
  name,
  id = name,
  options,
  error: given,
  keep,
  defaultValue,
}: Props) {
  const { error, value } = useField({ name, error: given, defaultValue })
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset key={value} className="@container grid min-w-0 gap-2" aria-describedby={described || undefined}>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <FieldHint id={id} hint={hint} />
      <div className="grid @md:grid-cols-2 gap-3">
        {options.map((option, index) => (
          <Card
            key={option.value}
            {...option}
            name={name}
            keep={keep}
            // The first radio carries the field's id, so that an error summary can link to it.
            id={index === 0 ? id : `${id}-${option.value}`}
            checked={option.value === value}
            invalid={Boolean(error)}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

type CardProps = RadioCard & { name: string; keep?: boolean; id: string; checked: boolean; invalid: boolean }

function Card({
  value,
  label,
  description,
  icon,
  tone = 'accent',
  hotkey,
  name,
  keep,
  id,
  checked,
  invalid,
}: CardProps) {
  return (
    <div
      className={classNames(
        'relative flex gap-3 rounded-xl border bg-surface p-4 transition-colors has-checked:ring-1 hover:bg-raised',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        invalid ? 'border-danger' : 'border-line-strong',
        tones[tone],
      )}
    >
      <input
        type="radio"
        id={id}
        name={name}
        data-draft={keep || undefined}
        value={value}
        defaultChecked={checked}
        aria-invalid={invalid || undefined}
        aria-describedby={description ? `${id}-about` : undefined}
        aria-keyshortcuts={hotkey}
        // Above the label that covers the card, so that it can also be pressed itself, by hand or by a script.
        className="relative z-10 mt-0.5 size-5 shrink-0 accent-(--tone) outline-none"
      />
      <div className="grid grow content-start gap-0.5">
        {/* The label's ::after covers the card, so that all of it can be pressed. */}
        <label htmlFor={id} className="flex items-center gap-1.5 font-semibold after:absolute after:inset-0">
          {icon && <span className="text-(--tone) [&_svg]:size-4.5">{icon}</span>}
          {label}
          {hotkey && <KeyCap>{hotkey}</KeyCap>}
        </label>
        {description && (
          <div id={`${id}-about`} className="text-muted text-sm">
            {description}
          </div>
        )}
      </div>
    </div>
  )
}

/** A key that does what is next to it, for those who have a keyboard and a script. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="needs-script no-print ml-auto rounded border border-line bg-surface px-1.5 font-mono font-normal text-ink text-xs leading-5 [@media(hover:none)]:hidden"
    >
      {children}
    </span>
  )
}

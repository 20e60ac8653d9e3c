import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { labelField } from '@/components/ui/hidden-field-names'

export type FieldProps = {
  /** Also the accessible name, so it contains nothing else. */
  label: string
  hint?: ReactNode
  /** The error, as a sentence. Sets `aria-invalid` on the control. */
  error?: string | null
  /** A word such as "optional", next to the label but not part of the name. */
  note?: string
  /**
   * What is typed may be kept in the tab for an hour if the session has ended: no secret, and nothing about a customer.
   */
  keep?: boolean
}

/** The attributes that link a control to its label, hint and error. `id` is the control's. */
export function controlAttributes(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  }
}

/** Label, hint, control and error, in reading order. The control takes `controlAttributes(id, …)`. */
export function Field({
  id,
  name,
  label,
  hint,
  error,
  note,
  children,
}: FieldProps & { id: string; name?: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="grid content-start gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <label htmlFor={id} className="font-medium text-sm">
            {label}
          </label>
          {note && <span className="text-muted text-xs">{note}</span>}
        </div>
        <FieldHint id={id} hint={hint} />
      </div>
      {children}
      <FieldError id={id} error={error} />
      {/* For a form that is not received, whose text the portal's server shows (portal/standalone-page.ts). */}
      {name && (
        <noscript className="hidden">
          <input type="hidden" name={labelField + name} value={label} />
        </noscript>
      )}
    </div>
  )
}

/** Fields in two columns where there is room: the controls of a row are at one height, whatever is above and below. */
export function FieldColumns({ children }: { children: ReactNode }) {
  return (
    <div className="-mb-4.5 grid gap-x-6 gap-y-1.5 *:row-span-3 *:mb-3 *:grid-rows-subgrid sm:grid-cols-2">
      {children}
    </div>
  )
}

export function FieldHint({ id, hint }: { id: string } & Pick<FieldProps, 'hint'>) {
  if (!hint) return null
  return (
    <div id={`${id}-hint`} className="text-muted text-sm">
      {hint}
    </div>
  )
}

export function FieldError({ id, error }: { id: string } & Pick<FieldProps, 'error'>) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <CircleAlert className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
      {error}
    </p>
  )
}

/** The look of a file field, whose button looks like the other buttons. */
export const fileLook =
  'min-h-10 min-w-0 max-w-full text-muted text-sm file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-lg file:border file:border-line-strong file:border-solid file:bg-surface file:px-3 file:font-medium file:text-ink'

/** The look shared by all text fields. */
export function controlLook(error?: string | null) {
  return classNames(
    'w-full min-h-11 rounded-lg border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted sm:min-h-10 sm:text-sm',
    'focus-visible:rounded-lg disabled:bg-raised disabled:text-muted [&[readonly]]:bg-raised',
    error ? 'border-danger ring-1 ring-danger' : 'border-line-strong',
  )
}

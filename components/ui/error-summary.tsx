'use client'

import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Countdown } from '@/components/ui/countdown'

type Props = {
  title: string
  /** Messages by control id, as in a form's state. */
  errors?: Record<string, string>
  /** The error of the form as a whole. */
  error?: string
  /** Seconds until it makes sense to try again. */
  wait?: number
}

/** All errors of a form, above it. Takes the focus when it appears or has a new error, not when one is solved. */
export function ErrorSummary({ title, errors = {}, error, wait }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const fields = Object.entries(errors)
  const content = [error, ...fields.map((field) => field.join())].filter(Boolean).join('\n')
  const shown = useRef('')

  useEffect(() => {
    const known = shown.current.split('\n')
    if (content.split('\n').some((line) => line && !known.includes(line))) box.current?.focus()
    shown.current = content
  }, [content])

  if (!error && fields.length === 0) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
      className="rounded-xl border border-danger bg-danger-soft p-4 focus-visible:rounded-xl"
    >
      <h2 id="error-summary-title" className="flex items-center gap-2 font-semibold text-danger">
        <CircleAlert className="size-5 shrink-0" aria-hidden="true" />
        {title}
      </h2>
      {error && (
        <p className="mt-2 pl-7 text-sm">
          {error} {wait && <Countdown key={error} seconds={wait} />}
        </p>
      )}
      {fields.length > 0 && (
        <ul className="mt-2 grid gap-1 pl-7 text-sm">
          {fields.map(([field, message]) => (
            <li key={field}>
              <a href={`#${field}`} className="inline-block min-h-6 underline underline-offset-2">
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

'use client'

import { type ReactNode, use } from 'react'
import { FormContext } from '@/components/ui/form-state'

/** A form folded away below its summary, inside a `FormStage`. It is open when something in it is wrong. */
export function FormFold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const { errors, error } = use(FormContext).state
  const wrong = Boolean(error || errors)
  return (
    <details key={String(wrong)} open={wrong} className="font-normal text-sm">
      <summary className="min-h-6 cursor-pointer text-muted underline">{summary}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

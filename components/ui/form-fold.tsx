'use client'

import { type ReactNode, use } from 'react'
import { FormContext } from '@/components/ui/form-state'

/**
 * A form folded away below its summary, inside a `FormStage`. It is open when something in it is wrong or was typed
 * before.
 */
export function FormFold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const { errors, error, values } = use(FormContext).state
  const isOpen = Boolean(error || errors || values)
  return (
    <details key={String(isOpen)} open={isOpen} className="font-normal text-sm">
      <summary className="min-h-6 cursor-pointer text-muted underline">{summary}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

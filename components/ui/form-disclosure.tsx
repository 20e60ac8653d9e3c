'use client'

import { type ReactNode, use } from 'react'
import { Disclosure } from '@/components/ui/disclosure'
import { FormContext } from '@/components/ui/form-state'

/**
 * A form folded away below its summary, inside a `FormProvider`. It is open when something in it is wrong or was typed
 * before.
 */
export function FormDisclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const { errors, error, values } = use(FormContext).state
  const isOpen = Boolean(error || errors || values)
  return (
    <Disclosure key={String(isOpen)} open={isOpen} summary={summary}>
      <div className="mt-3">{children}</div>
    </Disclosure>
  )
}

'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { classNames } from '@/components/class-names'
import { FormContext } from '@/components/ui/form-state'

type Props = { open: boolean; summary: ReactNode; className?: string; children: ReactNode }

/** Content below its summary. `open` is how it begins: a refresh of the page leaves what the reader sees as it is. */
export function Disclosure({ open, summary, className, children }: Props) {
  const [first] = useState(open)
  return (
    <details open={first} className={classNames('group/fold', className)}>
      <summary className="flex min-h-6 items-center gap-2 underline-offset-4 hover:underline">
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform group-open/fold:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}

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

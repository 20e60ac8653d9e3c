'use client'

import { type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { FormContext } from '@/components/ui/form-state'

/** Name, value, a remark and an act; where it is narrow the act is next to the others, which are below one another. */
export const rowGrid =
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1.5 @xl:grid-cols-[minmax(0,28fr)_minmax(0,24fr)_minmax(0,38fr)_9rem]'

type Props = {
  id?: string
  act: ReactNode
  close: string
  summary: ReactNode
  open?: boolean
  children: ReactNode
}

/**
 * A row that opens to the form in it, inside a `FormProvider`. It is open when the form has something to say, and where
 * a link leads to it; what was done closes it.
 */
export function RowDisclosure({ id, act, close, summary, open = false, children }: Props) {
  const { answer, state, key } = use(FormContext)
  const { errors, error, values, done, failure, value } = { ...answer, ...state }
  const isOpen = Boolean(open || errors || error || values || done || failure || value !== undefined)
  const [first] = useState(isOpen)
  const fold = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer has another key
  useEffect(() => {
    const { current } = fold
    if (!current) return
    if (!isOpen && current.contains(document.activeElement)) current.querySelector('summary')?.focus()
    current.open = isOpen || location.hash === `#${id}`
  }, [isOpen, key])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !fold.current?.open) return
    fold.current.open = false
    fold.current.querySelector('summary')?.focus()
  }
  return (
    <details
      ref={fold}
      id={id}
      open={first}
      className="group @container border-line border-b"
      onKeyDown={leave}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && currentTarget.contains(document.activeElement))
          currentTarget
            .querySelector<HTMLElement>('form :is(input:not([type=hidden],[hidden]), select, textarea)')
            ?.focus()
      }}
    >
      <summary className={`${rowGrid} -mx-2 rounded-lg px-2 hover:bg-raised/60`}>
        {summary}
        <span className="justify-self-end font-medium text-ink text-xs @max-xl:col-start-2 @max-xl:row-span-3 @max-xl:row-start-1">
          <span className="group-open:hidden">{act}</span>
          <span className="hidden group-open:inline">{close}</span>
        </span>
      </summary>
      <div className="mt-1 mb-4 rounded-xl border border-line bg-surface p-4 sm:p-5">{children}</div>
    </details>
  )
}

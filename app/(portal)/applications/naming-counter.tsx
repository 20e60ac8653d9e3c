'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { EmptySlot } from '@/components/receipt'

type Props = {
  /** The sign's text before a name is typed. */
  name: string
  /** Below the name, also if Production is chosen, and where the receipt will come out. */
  texts: Record<'sign' | 'review' | 'slot', string>
  children: ReactNode
}

/** A form next to the counter that it opens, whose sign repeats the name while it is typed: a picture. */
export function NamingCounter({ name, texts, children }: Props) {
  const [typed, type] = useState('')
  const repeat = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === 'name') type(target.value.trim())
  }
  return (
    <div
      onInput={repeat}
      className="group grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26.5rem]"
    >
      {children}
      <div aria-hidden="true" className="mx-auto w-full max-w-106 max-sm:hidden lg:sticky lg:top-16">
        <div className="on-brand arch mx-5 grid h-54 content-end justify-items-center overflow-clip px-6 text-center">
          <p className="line-clamp-2 max-w-60 break-words font-semibold text-xl">{typed || name}</p>
          <p className="mb-5 text-sm group-has-[[value=production]:checked]:hidden">{texts.sign}</p>
          <p className="mb-5 hidden text-sm group-has-[[value=production]:checked]:block">{texts.review}</p>
          <div className="h-16 w-42 overflow-clip rounded-t-lg bg-[var(--lamp)]">
            <div className="shutter hidden h-full group-has-[[value=production]:checked]:block" />
          </div>
        </div>
        <div className="ledge h-3" />
        <EmptySlot className="mx-auto h-26 w-62">{texts.slot}</EmptySlot>
      </div>
    </div>
  )
}

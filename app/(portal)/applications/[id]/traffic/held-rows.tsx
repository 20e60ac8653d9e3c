'use client'

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Props = {
  /** Of the rows, newest first. */
  ids: string[]
  /** While something is read next to the rows. */
  hold: boolean
  /** With a place for the number that is `{count}`. */
  label: string
  children: ReactNode
}

/** Rows that new ones arrive above; while they are read, those wait behind a button, so that nothing moves. */
export function HeldRows({ ids, hold, label, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState({ ids, children })
  const at = ids.indexOf(kept.ids[0] ?? '')
  const waiting = at < 0 ? ids.length : at
  useLayoutEffect(() => {
    const isRead = hold || (box.current && isReading(box.current))
    if (waiting === 0 || !isRead) setKept({ ids, children })
  }, [waiting, hold, ids, children])
  function show() {
    flushSync(() => setKept({ ids, children }))
    box.current?.querySelector('a')?.focus()
  }
  return (
    <div ref={box} className="grid min-w-0">
      <div role="status" className="sticky top-14 z-10 grid h-0 justify-center">
        {waiting > 0 && (
          <button
            type="button"
            onClick={show}
            className="h-7 -translate-y-2 cursor-pointer rounded-full bg-fill px-3 font-medium text-fill-ink text-xs shadow-lifted"
          >
            {label.replace('{count}', String(waiting))}
          </button>
        )}
      </div>
      {waiting > 0 ? kept.children : children}
    </div>
  )
}

/** Whether the rows have the focus, or are scrolled under the header. */
function isReading(box: HTMLElement): boolean {
  return box.contains(document.activeElement) || box.getBoundingClientRect().top < 48
}

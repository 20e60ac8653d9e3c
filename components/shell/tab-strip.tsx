'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Links in one row, which scrolls sideways where it is too narrow; the current one is visible from the start. */
export function TabStrip({ children }: { children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const strip = list.current
    const current = strip?.querySelector<HTMLElement>('[aria-current]')
    if (!strip || !current) return
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2
  })
  return (
    <ul
      ref={list}
      className="tab-strip relative flex gap-1 overflow-x-auto overflow-y-hidden xl:grid xl:gap-0.5"
    >
      {children}
    </ul>
  )
}

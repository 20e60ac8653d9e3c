'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from '@/components/class-names'

type Props = {
  /** From 1024 px on, links that do not fit continue below; they need a look that suits several rows. */
  wraps?: boolean
  children: ReactNode
}

/** Links in one row, which scrolls sideways where it is too narrow; the current one is visible from the start. */
export function TabStrip({ wraps = false, children }: Props) {
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
      className={classNames(
        'tab-strip relative flex gap-1 overflow-x-auto overflow-y-hidden',
        wraps && 'wraps lg:flex-wrap lg:overflow-visible',
      )}
    >
      {children}
    </ul>
  )
}

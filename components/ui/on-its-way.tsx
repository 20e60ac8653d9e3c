'use client'

import { useLinkStatus } from 'next/link'

/**
 * A bar at the top of the window while the page of the link around it is on its way. The style sheet shows it after a
 * moment only: most pages are there before.
 */
export function OnItsWay() {
  const { pending } = useLinkStatus()
  return pending ? <span className="on-its-way" aria-hidden="true" /> : null
}

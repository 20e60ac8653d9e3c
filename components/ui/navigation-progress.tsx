'use client'

import { useLinkStatus } from 'next/link'

/**
 * A progress bar at the top of the window while the surrounding link's page is loading. The style sheet shows it only
 * after a moment: most pages arrive sooner.
 */
export function NavigationProgress() {
  const { pending } = useLinkStatus()
  return pending ? <span className="navigation-progress" aria-hidden="true" /> : null
}

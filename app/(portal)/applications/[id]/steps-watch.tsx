'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 3000

/** Refreshes the page once another step is done, so that a call from a terminal shows; not while the tab is hidden. */
export function StepsWatch({ applicationId, done }: { applicationId: string; done: number }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      const response = await fetch(`/applications/${applicationId}/steps`).catch(() => null)
      // Signed out, or no longer on the team.
      if (response?.redirected || response?.status === 404) clearInterval(timer)
      else if (response?.ok && (await response.json()).done !== done) router.refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [router, applicationId, done])
  return null
}

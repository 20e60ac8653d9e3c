'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Looks again every few seconds while something is under way that the page waits for. */
export function Refresh({ seconds }: { seconds: number }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === 'visible' && router.refresh(),
      seconds * 1000,
    )
    return () => clearInterval(timer)
  }, [router, seconds])
  return null
}

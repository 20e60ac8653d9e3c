'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Refreshes the page every few seconds while it waits for something in progress. */
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

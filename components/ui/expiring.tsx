'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'

/** `children` for so many seconds, then the page as it is by then. Without JavaScript they stay. */
export function Expiring({ seconds, children }: { seconds: number; children: ReactNode }) {
  const router = useRouter()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setOver(true)
      router.refresh()
    }, seconds * 1000)
    return () => clearTimeout(timer)
  }, [router, seconds])
  return <>{!over && children}</>
}

'use client'

import { useEffect, useState } from 'react'

type Props = {
  /** Milliseconds since 1970. */
  expiresAt: number
  remaining: string
  expired: string
}

/** Counts the token's life down. Without JavaScript it shows what was left when the answer came. */
export function TokenLife({ expiresAt, remaining, expired }: Props) {
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt))

  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(expiresAt)), 1000)
    return () => clearInterval(timer)
  }, [expiresAt])

  return (
    <p className="mt-4 text-sm tabular-nums" suppressHydrationWarning>
      {seconds > 0 ? `${remaining} ${seconds} s.` : expired}
    </p>
  )
}

function secondsUntil(moment: number) {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}

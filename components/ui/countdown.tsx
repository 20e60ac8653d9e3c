'use client'

import { useEffect, useState } from 'react'

/** What is left of so many seconds, by the browser's clock alone: the server's may differ from it by hours. */
export function useSecondsLeft(seconds: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = Date.now() + seconds * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}

/** Seconds that remain, counted down; nothing once they are over or without JavaScript, as the text says them too. */
export function Countdown({ seconds }: { seconds: number }) {
  const left = useSecondsLeft(seconds)
  if (!left) return null
  return (
    <span role="timer" className="font-mono tabular-nums">
      {`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}
    </span>
  )
}

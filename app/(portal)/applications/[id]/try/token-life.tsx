'use client'

import { type ReactNode, use, useEffect, useState } from 'react'
import type { Calls, Token } from '@/app/_console/state'
import { FormContext } from '@/components/ui/form-state'

type Props = { remaining: string; expired: string; children: ReactNode }

/**
 * Counts the token's life down; without a token shows its children. Without JavaScript it shows what was left
 * when the response came.
 */
export function TokenLife({ children, ...texts }: Props) {
  const token = (use(FormContext).state.value as Calls | undefined)?.token
  if (!token) return <>{children}</>
  return <Countdown key={`${token.value}${token.expiresAt}`} {...token} {...texts} />
}

function Countdown({ expiresAt, remaining, expired }: Omit<Props, 'children'> & Token) {
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt))

  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(expiresAt)), 1000)
    return () => clearInterval(timer)
  }, [expiresAt])

  return (
    <span className="tabular-nums" suppressHydrationWarning>
      {seconds > 0 ? `${remaining} ${Math.floor(seconds / 60)} min ${seconds % 60} s.` : expired}
    </span>
  )
}

function secondsUntil(moment: number) {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}

'use client'

import { type ReactNode, use, useEffect, useState } from 'react'
import { FormContext } from '@/components/ui/form-state'
import type { Calls, Token } from './state'

function useToken(): Token | undefined {
  return (use(FormContext).state.value as Calls | undefined)?.token
}

/** What is shown once there is a token, and what until then. */
export function WithToken({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
  return useToken() ? children : otherwise
}

type Props = { remaining: string; expired: string }

/** Counts the token's life down. Without JavaScript it shows what was left when the response came. */
export function TokenLife(props: Props) {
  const token = useToken()
  return token && <Countdown key={`${token.value}${token.expiresAt}`} {...token} {...props} />
}

function Countdown({ expiresAt, remaining, expired }: Props & Token) {
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

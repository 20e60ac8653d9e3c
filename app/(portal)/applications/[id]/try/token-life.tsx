'use client'

import { type ReactNode, use } from 'react'
import type { ConsoleCalls, Token } from '@/app/_console/state'
import { useSecondsLeft } from '@/components/ui/countdown'
import { FormContext } from '@/components/ui/form-state'

type Props = { remaining: string; expired: string; children: ReactNode }

/**
 * Counts the token's life down; without a token shows its children. Without JavaScript it shows what was left
 * when the response came.
 */
export function TokenLife({ children, ...texts }: Props) {
  const token = (use(FormContext).state.value as ConsoleCalls | undefined)?.token
  if (!token) return <>{children}</>
  return <Left key={`${token.value}${token.secondsLeft}`} {...token} {...texts} />
}

function Left({ secondsLeft, remaining, expired }: Omit<Props, 'children'> & Token) {
  const seconds = useSecondsLeft(secondsLeft) ?? secondsLeft
  return (
    <span className="tabular-nums">
      {seconds > 0 ? `${remaining} ${Math.floor(seconds / 60)} min ${seconds % 60} s.` : expired}
    </span>
  )
}

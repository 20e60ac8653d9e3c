'use client'

import { type ComponentProps, type ReactNode, use, useEffect, useState } from 'react'
import { useFormStatus } from 'react-dom'
import type { ConsoleCalls, PastCall, Token } from '@/app/_console/state'
import { Button } from '@/components/ui/button'
import { useSecondsLeft } from '@/components/ui/countdown'
import { FormContext } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { MsisdnContext } from './msisdn'

const maxCalls = 10

type Props = { applicationId: string; title: string; note: string; token: string; useAgain: string }

/** The last calls in this browser tab. Without JavaScript there is none. */
export function CallHistory({ applicationId, title, note, token, useAgain }: Props) {
  const made = (use(FormContext).state.value as ConsoleCalls | undefined)?.made
  const [, setMsisdn] = use(MsisdnContext)
  const [past, setPast] = useState<PastCall[]>([])
  useEffect(() => setPast(remember(`console ${applicationId}`, made ?? [])), [applicationId, made])
  if (past.length === 0) return null
  return (
    <Section title={title} lead={note} className="no-print gap-0!">
      <ul className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] text-xs sm:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto]">
        {past.map(({ id, at, status, latency, msisdn, masked }) => (
          <li
            key={id}
            className="group col-span-full grid min-h-9 grid-cols-subgrid items-center gap-x-4 border-line border-b"
          >
            <span className="text-muted tabular-nums max-sm:sr-only">{at}</span>
            <OutcomeBadge status={status} />
            <span className={msisdn && 'font-mono [overflow-wrap:anywhere]'}>{msisdn ?? token}</span>
            <span className="whitespace-nowrap text-right text-muted tabular-nums">{latency} ms</span>
            {msisdn && !masked && (
              <button
                type="button"
                aria-label={`${useAgain} ${msisdn}`}
                onClick={() => setMsisdn(msisdn)}
                className="min-h-8 font-medium hover:underline focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0"
              >
                {useAgain}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Adds calls that the history doesn't have yet. A browser may refuse to store anything. */
function remember(key: string, made: PastCall[]): PastCall[] {
  try {
    const stored: PastCall[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    const added = made.filter(({ id }) => !stored.some((call) => call.id === id)).reverse()
    const past = [...added, ...stored].slice(0, maxCalls)
    if (added.length > 0) sessionStorage.setItem(key, JSON.stringify(past))
    return past
  } catch {
    return [...made].reverse()
  }
}

type TokenLifeProps = { remaining: string; expired: string; children: ReactNode }

/**
 * Counts the token's life down; without a token shows its children. Without JavaScript it shows what was left
 * when the response came.
 */
export function TokenLife({ children, ...texts }: TokenLifeProps) {
  const token = (use(FormContext).state.value as ConsoleCalls | undefined)?.token
  if (!token) return <>{children}</>
  return <Left key={`${token.value}${token.secondsLeft}`} {...token} {...texts} />
}

function Left({ secondsLeft, remaining, expired }: Omit<TokenLifeProps, 'children'> & Token) {
  const seconds = useSecondsLeft(secondsLeft) ?? secondsLeft
  return (
    <span className="tabular-nums">
      {seconds > 0 ? `${remaining} ${Math.floor(seconds / 60)} min ${seconds % 60} s.` : expired}
    </span>
  )
}

type IntentButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value'> & { intent: string }

/** As `SubmitButton`, for a form with several: while waiting for the response, only the pressed one ends in "…". */
export function IntentButton({ intent, children, ...rest }: IntentButtonProps) {
  const { pending, data } = useFormStatus()
  const isPressed = pending && data.get('intent') === intent
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      aria-disabled={pending || undefined}
      onClick={(event) => pending && event.preventDefault()}
      aria-busy={isPressed || undefined}
      {...rest}
    >
      <span>
        {children}
        {isPressed && <span aria-hidden="true">…</span>}
      </span>
    </Button>
  )
}

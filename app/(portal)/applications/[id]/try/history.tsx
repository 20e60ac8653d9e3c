'use client'

import { use, useEffect, useState } from 'react'
import type { ConsoleCalls, PastCall } from '@/app/_console/state'
import { FormContext } from '@/components/ui/form-state'
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
    <section className="no-print">
      <h3 className="border-line border-b pb-2 text-subject">{title}</h3>
      <ul className="grid gap-1">
        {past.map(({ id, at, status, latency, msisdn, masked }) => (
          <li
            key={id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b py-1.5 text-sm last:border-b-0"
          >
            <OutcomeBadge status={status} />
            <span className="grid justify-items-start">
              {msisdn && !masked ? (
                <button
                  type="button"
                  aria-label={`${useAgain} ${msisdn}`}
                  title={useAgain}
                  onClick={() => setMsisdn(msisdn)}
                  className="min-h-7 min-w-0 font-mono text-accent text-xs underline underline-offset-2 [overflow-wrap:anywhere]"
                >
                  {msisdn}
                </button>
              ) : (
                <span className={msisdn && 'font-mono text-xs'}>{msisdn ?? token}</span>
              )}
              <span className="text-muted text-xs tabular-nums">{at}</span>
            </span>
            <span className="whitespace-nowrap text-muted text-xs tabular-nums">{latency} ms</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-xs">{note}</p>
    </section>
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

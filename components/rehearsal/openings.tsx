'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { classNames } from '@/components/class-names'
import type { CaseOutcome, RehearsalCase } from '@/lib/rehearsals/schema'

type Outcomes = Partial<Record<RehearsalCase, CaseOutcome>>
type Seen = { outcomes: Outcomes; opened: RehearsalCase[]; latest?: RehearsalCase }

const OpeningsContext = createContext<Seen>({ outcomes: {}, opened: [] })

type Props = {
  outcomes: Outcomes
  /** With `{name}` and `{passed}`: what is announced as a case passes. */
  announcement: string
  names: Record<RehearsalCase, string>
  children: ReactNode
}

/**
 * Remembers the cases that passed while the page was open: only those open before the reader's eyes, and the latest is
 * lit. A page that is opened later shows everything still.
 */
export function Openings({ outcomes, announcement, names, children }: Props) {
  const [seen, see] = useState<Seen>({ outcomes, opened: [] })
  const fresh = Object.keys(outcomes).filter(
    (id): id is RehearsalCase => hasPassed(outcomes, id) && !hasPassed(seen.outcomes, id),
  )
  const passed = Object.keys(outcomes).filter((id) => hasPassed(outcomes, id)).length
  if (fresh.length > 0) see({ outcomes, opened: [...seen.opened, ...fresh], latest: fresh.at(-1) })
  return (
    <OpeningsContext value={seen}>
      {children}
      <p role="status" className="sr-only">
        {seen.latest &&
          announcement.replace('{name}', names[seen.latest]).replace('{passed}', String(passed))}
      </p>
    </OpeningsContext>
  )
}

function hasPassed(outcomes: Outcomes, id: string): boolean {
  return outcomes[id as RehearsalCase] === 'passed'
}

/** The window of a case: an arch, its shutter until it passed or failed, and what came out of it. */
export function CaseWindow({
  id,
  outcome,
  children,
}: {
  id: RehearsalCase
  outcome: CaseOutcome
  children: ReactNode
}) {
  const { opened, latest } = use(OpeningsContext)
  const opens = opened.includes(id)
  return (
    <div
      data-outcome={outcome}
      data-opens={opens || undefined}
      className={classNames('case', latest === id && 'lit')}
    >
      {children}
      {(opens || outcome === 'not_yet' || outcome === 'incomplete') && (
        <div aria-hidden="true" className="shutter" />
      )}
    </div>
  )
}

/**
 * Around a rehearsal: its certificate is printed before the eyes of those who saw it pass, and lies there for others.
 */
export function Printer({ passed, children }: { passed: boolean; children: ReactNode }) {
  const [before] = useState(passed)
  return (
    <div data-prints={(passed && !before) || undefined} className="grid gap-6">
      {children}
    </div>
  )
}

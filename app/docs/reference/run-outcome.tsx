'use client'

import { use } from 'react'
import type { ConsoleExchange } from '@/app/_console/state'
import { FormContext } from '@/components/ui/form-state'

type Props = { texts: { response: string; requestId: string } }

/** The response to the call. */
export function RunOutcome({ texts }: Props) {
  const { state, pending } = use(FormContext)
  const answer = (state.value as ConsoleExchange | undefined)?.answer
  if (!answer) return null
  const [line = ''] = answer.head.split('\n', 1)
  return (
    <div role="status" aria-busy={pending} className="grid min-w-0 gap-2 text-sm aria-busy:opacity-50">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">
          {texts.response}: {line.replace(/^\S+ /, '')}
        </span>
        <span className="text-muted tabular-nums">{answer.latency} ms</span>
      </p>
      {answer.body && (
        <pre className="min-w-0 whitespace-pre-wrap rounded-lg border border-code-line bg-code p-3 font-mono text-[0.8125rem] text-code-ink leading-6 [overflow-wrap:anywhere]">
          {answer.body}
        </pre>
      )}
      {answer.requestId && (
        <p className="text-muted text-xs [overflow-wrap:anywhere]">
          {texts.requestId} <code>{answer.requestId}</code>
        </p>
      )}
    </div>
  )
}

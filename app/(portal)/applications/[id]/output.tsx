'use client'

import { type ReactNode, use } from 'react'
import type { ConsoleCalls, ConsoleExchange } from '@/app/_console/state'
import { BalanceReceipt } from '@/components/balance-receipt'
import { LedgeSlot } from '@/components/receipt'
import { FormContext } from '@/components/ui/form-state'
import { Link } from '@/components/ui/link'
import { OutcomeBadge } from '@/components/usage/outcome-badge'
import { Json, statusText } from './try/json'

/** `explain` holds a place for the `{code}`. */
type Props = { texts: Record<'title' | 'explain' | 'requestId', string> & { empty?: ReactNode } }

/**
 * The response to a call: the balance's, or the token's if there was none. Without an `empty` text, nothing before
 * it.
 */
export function Output({ texts }: Props) {
  const { state, pending } = use(FormContext)
  const { tokenCall, balanceCall } = (state.value as ConsoleCalls | undefined) ?? {}
  const last = balanceCall ?? tokenCall
  if (!last && !texts.empty) return null
  return (
    <>
      {balanceCall ? (
        <div className="not-has-[.ticket]:hidden">
          <LedgeSlot>
            <BalanceReceipt body={balanceCall.answer.body} />
          </LedgeSlot>
        </div>
      ) : (
        texts.empty && <LedgeSlot>{texts.empty}</LedgeSlot>
      )}
      {last && <Response last={last} texts={texts} secret={last === tokenCall} pending={pending} />}
    </>
  )
}

type ResponseProps = Props & { last: ConsoleExchange; secret: boolean; pending?: boolean }

function Response({ last, texts, secret, pending }: ResponseProps) {
  return (
    <figure
      aria-busy={pending}
      data-secret={secret ? '' : undefined}
      className="min-w-0 overflow-hidden rounded-xl border border-code-line bg-code text-code-ink transition-opacity aria-busy:opacity-60"
    >
      <figcaption className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-code-line border-b px-4 py-1.5 text-xs">
        <span className="font-mono text-code-muted">{texts.title}</span>
        <span role="status" className="ml-auto flex items-center gap-3">
          <span className="text-code-muted tabular-nums">{last.answer.latency} ms</span>
          <OutcomeBadge status={last.answer.status} text={statusText(last)} />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-80 min-h-16 overflow-auto p-4 focus-visible:-outline-offset-2">
        <code className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
          <Json text={last.answer.body} />
        </code>
      </pre>
      <Facts exchange={last} texts={texts} />
    </figure>
  )
}

function Facts({ exchange: { answer }, texts }: Props & { exchange: ConsoleExchange }) {
  const [before, after] = texts.explain.split('{code}')
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 border-code-line border-t px-4 py-2 text-code-muted text-xs">
      {answer.requestId && (
        <span className="min-w-0">
          {texts.requestId} <code className="text-code-ink [overflow-wrap:anywhere]">{answer.requestId}</code>
        </span>
      )}
      {answer.code && (
        <Link
          href={`/docs/errors/${answer.code}`}
          className="inline-block min-h-6 text-code-key underline underline-offset-2"
        >
          {before}
          <code>{answer.code}</code>
          {after}
        </Link>
      )}
    </p>
  )
}

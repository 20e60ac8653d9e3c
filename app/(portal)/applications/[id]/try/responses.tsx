'use client'

import { use } from 'react'
import type { Calls } from '@/app/_console/state'
import { LedgeReceipt } from '@/components/balance-receipt'
import { curlBalance, curlToken } from '@/components/snippets/curl'
import { FormContext } from '@/components/ui/form-state'
import { NumberContext } from './number'
import { statusText } from './status-text'
import { Step, type StepTexts } from './step'
import { TimingBar } from './timing-bar'

type Props = {
  clientId: string
  tokenUrl: string
  accountUrl: string
  texts: StepTexts & Record<'token' | 'balance' | 'reused' | 'of', string>
}

/** The two calls in order, each with its response once there is one; dimmed while others are awaited. */
export function Responses({ clientId, tokenUrl, accountUrl, texts }: Props) {
  const { state, pending } = use(FormContext)
  const [msisdn] = use(NumberContext)
  const { tokenCall, balanceCall, reused } = (state.value as Calls | undefined) ?? {}
  const queried = balanceCall && new URL(balanceCall.request.url).searchParams.get('msisdn')
  return (
    <div
      aria-busy={pending}
      className="grid min-w-0 content-start gap-4 transition-opacity duration-200 aria-busy:opacity-50 aria-busy:delay-100"
    >
      <p role="status" className="sr-only">
        {tokenCall && `${texts.token}: ${reused ? texts.reused : statusText(tokenCall)}. `}
        {balanceCall && `${texts.balance}: ${statusText(balanceCall)}.`}
      </p>
      {(tokenCall || balanceCall) && (
        <TimingBar
          token={reused ? texts.reused : tokenCall?.answer.latency}
          balance={balanceCall?.answer.latency}
          failed={(balanceCall?.answer.status ?? 0) >= 500}
          texts={texts}
        />
      )}
      <div className="grid items-start gap-6 has-[.ticket]:xl:grid-cols-[minmax(0,1fr)_20rem]">
        {balanceCall && (
          <div className="not-has-[.ticket]:hidden xl:order-last">
            <LedgeReceipt body={balanceCall.answer.body} />
          </div>
        )}
        <div className="min-w-0 divide-y divide-line overflow-clip rounded-2xl border border-line bg-surface">
          <Step
            name="token"
            title={texts.token}
            call={`POST ${new URL(tokenUrl).pathname}`}
            curl={curlToken(tokenUrl, clientId)}
            exchange={tokenCall}
            mark={reused ? texts.reused : undefined}
            open={Boolean(tokenCall && !balanceCall)}
            texts={texts}
            secret
          />
          <Step
            name="balance"
            title={texts.balance}
            call={`GET ${new URL(accountUrl).pathname}`}
            curl={curlBalance(accountUrl, queried ?? msisdn)}
            exchange={balanceCall}
            open
            texts={texts}
          />
        </div>
      </div>
    </div>
  )
}

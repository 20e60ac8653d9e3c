'use client'

import Link from 'next/link'
import { useActionState, useState } from 'react'
import { Card } from '@/components/ui/card'
import { ErrorSummary } from '@/components/ui/error-summary'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextInput } from '@/components/ui/text-input'
import { ExchangeView } from './exchange-view'
import type { ConsoleLabels } from './labels'
import type { ConsoleState } from './state'
import { TokenLife } from './token-life'

type Props = {
  action: (state: ConsoleState, form: FormData) => Promise<ConsoleState>
  labels: ConsoleLabels
  msisdnHint: string
  /** Numbers offered while one types. */
  suggestions: string[]
}

/** Two calls and what became of them. Both forms post to one action, whose state passes the token on. */
export function Console({ action, labels, msisdnHint, suggestions }: Props) {
  const [state, post] = useActionState(action, {})
  // Kept here: a form whose action ends is put back to what it was drawn with, and with it what was typed meanwhile.
  const [msisdn, setMsisdn] = useState(state.msisdn ?? '')
  const { token, tokenCall, balanceCall } = state
  return (
    <div className="grid gap-6">
      <ErrorSummary title={labels.problem} errors={state.errors} error={state.error} />
      <Card title={labels.tokenTitle}>
        <form action={post} className="flex flex-wrap items-center justify-between gap-4">
          <input type="hidden" name="intent" value="token" />
          <p className="text-muted text-sm">{labels.tokenLead}</p>
          <SubmitButton>{labels.getToken}</SubmitButton>
        </form>
        {token && (
          <TokenLife
            key={`${token.value}${token.expiresAt}`}
            expiresAt={token.expiresAt}
            remaining={labels.remaining}
            expired={labels.expired}
          />
        )}
        {tokenCall && <ExchangeView exchange={tokenCall} labels={labels} secret />}
      </Card>
      <Card title={labels.balanceTitle}>
        <form action={post} noValidate className="grid gap-4">
          <input type="hidden" name="intent" value="balance" />
          <p className="text-muted text-sm">{token ? labels.balanceLead : labels.needToken}</p>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 flex-1 basis-64 sm:max-w-sm">
              <TextInput
                name="msisdn"
                label={labels.msisdn}
                hint={msisdnHint}
                error={state.errors?.msisdn}
                value={msisdn}
                onChange={(event) => setMsisdn(event.target.value)}
                type="tel"
                inputMode="tel"
                autoComplete="off"
                list={suggestions.length > 0 ? 'msisdns' : undefined}
                mono
              />
              <datalist id="msisdns">
                {suggestions.map((msisdn) => (
                  <option key={msisdn} value={msisdn} />
                ))}
              </datalist>
            </div>
            <SubmitButton className="min-h-11">{labels.query}</SubmitButton>
          </div>
          {suggestions.length > 0 && (
            <p className="text-sm">
              <Link
                href="/docs#accounts"
                className="inline-block min-h-6 text-accent underline underline-offset-2"
              >
                {labels.accounts}
              </Link>
            </p>
          )}
        </form>
        {balanceCall && <ExchangeView exchange={balanceCall} labels={labels} />}
      </Card>
    </div>
  )
}

'use server'

import { randomUUID } from 'node:crypto'
import { getTimeZone, getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import { formAction } from '@/app/_request/form-action'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import type { CurrentDeveloper } from '@/app/_request/session'
import { formatDateTime } from '@/components/ui/date-time'
import type { Application } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { callFromConsole, useSecret } from '@/lib/credentials/client-secret'
import { describeCode, isErrorCode } from '@/lib/error-codes'
import { findMark } from '@/lib/text-input'
import { exampleMsisdn } from '@/lib/wallet/sandbox-accounts'
import { atResponse, isUsable, memorable, queriedMsisdn, readErrorCode, readToken } from './answers'
import { type ConsoleOutcome, callGateway } from './gateway-client'
import type { ConsoleCalls, ConsoleExchange, PastCall } from './state'

type State = FormState<ConsoleCalls>

const console = {
  messages: 'applications.errors',
  question: { title: 'applications.questions.useSecret' },
  repeatable: true,
} as const

/** The calls that the pressed button asks for: a token alone, or a balance with a token where none can be reused. */
export const callApi = formAction<typeof callFromConsole, [id: string], ConsoleCalls>(callFromConsole, {
  ...console,
  show(application, { developer, form, state: previous }) {
    const state = {
      value: previous.value as ConsoleCalls | undefined,
      values: { msisdn: queriedMsisdn(form) },
    }
    const found = { developer, application }
    return form.get('intent') === 'token' ? getToken(found, state) : queryBalance(found, state)
  },
})

/** The call that the snippets of the first page make. */
export const makeFirstCall = formAction<typeof callFromConsole, [id: string], ConsoleCalls>(callFromConsole, {
  ...console,
  show(application, { developer, state: previous }) {
    const values = { msisdn: exampleMsisdn(application.environment) }
    return queryBalance(
      { developer, application },
      { value: previous.value as ConsoleCalls | undefined, values },
    )
  },
})

type Found = { developer: CurrentDeveloper; application: Application }

async function getToken({ developer, application }: Found, { values }: State): Promise<State> {
  const secret = await execute(useSecret, { actor: developer.actor, target: application.id })
  if (!secret.ok)
    return { values, error: (await getTranslations('applications.errors'))(secret.reason as 'no_secret') }
  const form = { client_id: application.clientId, client_secret: secret.value }
  const url = new URL(`${gatewayAddresses(application.environment).authUrl}/oauth/token`)
  const outcome = await callGateway({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, grant_type: 'client_credentials' }).toString(),
    secret: secret.value,
  })
  if (!outcome.ok) return { values, error: await failure(outcome.reason, url) }
  const token = readToken(outcome.value, now())
  const error = await explain(application, outcome.value)
  return { values, error, value: { tokenCall: outcome.value, token, made: [await record(outcome.value)] } }
}

async function queryBalance(found: Found, { value, values }: State): Promise<State> {
  const { environment } = found.application
  const msisdn = values?.msisdn
  if (!msisdn)
    return { value, values, errors: { msisdn: (await getTranslations('applications'))('errors.msisdn') } }
  const state: State = isUsable(value?.token, now())
    ? { values, value: { tokenCall: value?.tokenCall, token: atResponse(value.token, now()), reused: true } }
    : await getToken(found, { values })
  const token = state.value?.token
  if (!token) return state
  const url = new URL(`${gatewayAddresses(environment).baseUrl}/api/eWallet/v1/account`)
  url.searchParams.set('msisdn', msisdn)
  const headers = { Authorization: `Bearer ${token.value}` }
  const outcome = await callGateway({ method: 'GET', url, headers })
  if (!outcome.ok) return { ...state, error: await failure(outcome.reason, url) }
  const made = [...(state.value?.made ?? []), await record(outcome.value, memorable(msisdn, environment))]
  // A token that was refused is not sent again: the next press gets another.
  const kept = outcome.value.answer.status === 401 ? undefined : atResponse(token, now())
  const error = await explain(found.application, outcome.value)
  const mark = findMark(msisdn)
  const errors = mark
    ? { msisdn: (await getTranslations('applications.try'))('mark', { code: mark }) }
    : undefined
  return { values, error, errors, value: { ...state.value, token: kept, balanceCall: outcome.value, made } }
}

/**
 * The secret of the database and a token got with it are right: with an allow-list, only the portal's address
 * is not.
 */
async function explain(
  { allowedNetworks }: Found['application'],
  { answer }: ConsoleExchange,
): Promise<string | undefined> {
  const code = readErrorCode(answer.body)
  if (allowedNetworks.length === 0 || !code || !isErrorCode(code)) return undefined
  if (!describeCode(code).byAddress) return undefined
  return (await getTranslations('applications.try'))('addressNotAllowed')
}

async function record({ answer }: ConsoleExchange, rest: Partial<PastCall> = {}): Promise<PastCall> {
  const { status, latency } = answer
  const at = formatDateTime(await getLocale(), now(), 'time', await getTimeZone())
  return { id: randomUUID(), at, status, latency, ...rest }
}

async function failure(reason: Extract<ConsoleOutcome, { ok: false }>['reason'], { origin }: URL) {
  return (await getTranslations('applications.try'))(reason, { url: origin })
}

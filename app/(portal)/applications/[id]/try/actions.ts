'use server'

import { getTranslations } from 'next-intl/server'
import { type FormState, requireSameOrigin } from '@/app/_request/action'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { requireConfirmation } from '@/app/_request/session'
import { now } from '@/lib/clock'
import { revealSecret } from '@/lib/credentials/reveal-secret'
import { requireApplication } from '../page-data'
import { isSendable, readToken } from './answers'
import { type CallOutcome, callGateway } from './gateway-client'
import type { Calls } from './state'

const maxMsisdnLength = 64

/** One call to the gateway, as the pressed button asks; the state keeps the last call to each endpoint. */
export async function call(id: string, state: FormState<Calls>, form: FormData): Promise<FormState<Calls>> {
  await requireSameOrigin()
  const found = await requireApplication(id, 'console')
  if (found.application.environment === 'production')
    requireConfirmation(found.developer, `/applications/${id}/try`)
  const { value, values } = state
  return form.get('intent') === 'balance'
    ? queryBalance(found, { value }, form)
    : getToken(found, { value, values })
}

type Found = Awaited<ReturnType<typeof requireApplication>>

async function getToken(
  { developer, application }: Found,
  state: FormState<Calls>,
): Promise<FormState<Calls>> {
  const secret = await revealSecret(application.id, developer.actor, 'used')
  if (!secret.ok) return { ...state, error: (await getTranslations('applications.errors'))(secret.reason) }
  const form = { client_id: application.clientId, client_secret: secret.value }
  const url = new URL(`${gatewayAddresses(application.environment).authUrl}/oauth/token`)
  const outcome = await callGateway({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, grant_type: 'client_credentials' }).toString(),
    secret: secret.value,
  })
  if (!outcome.ok) return { ...state, error: await failure(outcome.reason, url) }
  const token = readToken(outcome.value, now())
  return { ...state, value: { ...state.value, tokenCall: outcome.value, token } }
}

async function queryBalance(
  { application }: Found,
  { value }: FormState<Calls>,
  form: FormData,
): Promise<FormState<Calls>> {
  const token = value?.token?.value
  const msisdn = String(form.get('msisdn') ?? '').slice(0, maxMsisdnLength)
  const t = await getTranslations('applications')
  const kept = { value, values: { msisdn } }
  if (!msisdn) return { ...kept, errors: { msisdn: t('errors.msisdn') } }
  if (typeof token !== 'string' || !isSendable(token)) return { ...kept, error: t('try.needToken') }
  const url = new URL(`${gatewayAddresses(application.environment).baseUrl}/api/eWallet/v1/account`)
  url.searchParams.set('msisdn', msisdn)
  const outcome = await callGateway({ method: 'GET', url, headers: { Authorization: `Bearer ${token}` } })
  if (!outcome.ok) return { ...kept, error: await failure(outcome.reason, url) }
  return { ...kept, value: { ...value, balanceCall: outcome.value } }
}

async function failure(reason: Extract<CallOutcome, { ok: false }>['reason'], { origin }: URL) {
  return (await getTranslations('applications.try'))(reason, { url: origin })
}

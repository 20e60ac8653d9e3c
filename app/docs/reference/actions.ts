'use server'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { callApi } from '@/app/_console/actions'
import { callGateway } from '@/app/_console/gateway-client'
import type { ConsoleExchange } from '@/app/_console/state'
import { type FormState, requireForm, submittedValues } from '@/app/_request/action'
import { requireApplication } from '@/app/_request/application'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { indentJson } from '@/components/code/format-json'
import { execute } from '@/lib/commands/execute'
import { useSecret } from '@/lib/credentials/client-secret'
import { isRunnable, type Runnable } from './runnable'

/** Calls an endpoint with one of the developer's Sandbox applications, by the console's own steps. */
export async function callFromReference(operation: string, _: FormState<ConsoleExchange>, form: FormData) {
  const found = await requireApplication(String(requireForm(form).get('application') ?? ''), 'console')
  const { environment, state } = found.application
  if (environment !== 'sandbox' || state !== 'active' || !isRunnable(operation)) notFound()
  return runOperation(operation, found, form)
}

type Found = Awaited<ReturnType<typeof requireApplication>>

const tokenEndpoints = { introspectToken: 'introspect', revokeToken: 'revoke' } as const

/**
 * Makes the call, with a token of the application where it needs one. The response, with its body indented, is what the
 * form shows.
 */
async function runOperation(
  operation: Runnable,
  found: Found,
  form: FormData,
): Promise<FormState<ConsoleExchange>> {
  const { value: made, ...refused } = await call(operation, found, form)
  const value = made && { ...made, answer: { ...made.answer, body: indentJson(made.answer.body) } }
  return { values: submittedValues(form), ...refused, value }
}

async function call(operation: Runnable, found: Found, form: FormData): Promise<FormState<ConsoleExchange>> {
  if (operation === 'introspectToken' || operation === 'revokeToken')
    return sendToken(tokenEndpoints[operation], found)
  const intent = operation === 'obtainToken' ? 'token' : 'balance'
  const { value, error, errors } = await consoleCall(found, form, intent)
  return { error, errors, value: value?.balanceCall ?? value?.tokenCall }
}

/** The console's own action, as if that button had been pressed there. */
function consoleCall({ application }: Found, form: FormData, intent: 'token' | 'balance') {
  const sent = new FormData()
  sent.set('intent', intent)
  sent.set('msisdn', String(form.get('msisdn') ?? ''))
  return callApi(application.id, {}, sent)
}

/** Introspects or revokes the application's current token. */
async function sendToken(
  endpoint: 'introspect' | 'revoke',
  found: Found,
): Promise<FormState<ConsoleExchange>> {
  const { application, developer } = found
  const { value, error } = await consoleCall(found, new FormData(), 'token')
  if (!value?.token) return { error, value: value?.tokenCall }
  const secret = await execute(useSecret, { actor: developer.actor, target: application.id })
  if (!secret.ok)
    return { error: (await getTranslations('applications.errors'))(secret.reason as 'no_secret') }
  const { authUrl } = gatewayAddresses(application.environment)
  const outcome = await callGateway({
    method: 'POST',
    url: new URL(`${authUrl}/oauth/${endpoint}`),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: application.clientId,
      client_secret: secret.value,
      token: value.token.value,
    }).toString(),
    secret: secret.value,
  })
  if (outcome.ok) return { value: outcome.value }
  return { error: (await getTranslations('applications.try'))(outcome.reason, { url: authUrl }) }
}

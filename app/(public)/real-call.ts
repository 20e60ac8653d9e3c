import { readToken } from '@/app/_console/answers'
import { callGateway } from '@/app/_console/gateway-client'
import type { ConsoleExchange } from '@/app/_console/state'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { type DemoState, landingAccounts } from '@/components/landing/demo-state'
import { limitKey } from '@/lib/addresses'
import { now } from '@/lib/clock'
import { getLandingCredentials } from '@/lib/lifecycle/landing-credentials'
import { countCall } from '@/lib/usage/call-limits'

type Outcome = NonNullable<DemoState['outcome']>

/**
 * Reads the balance of one of {@link landingAccounts} in the Sandbox, with the landing page's own application.
 * @param address the caller's, who has six calls a minute; all callers together have thirty
 */
export async function callSandbox(account: number, address: string): Promise<Outcome> {
  const waitSeconds =
    (await countCall('landing_address', limitKey(address))) || (await countCall('landing', ''))
  return waitSeconds > 0 ? { waitSeconds } : readBalance(account)
}

/** How long a response stands at the counter for everyone who has not pressed, and how long a page waits for it. */
const [shownMs, patienceMs] = [60_000, 1000]
let shown: { scene: Promise<DemoState>; until: number } | undefined

/** The counter before a press: the balance of the first account, as read within the last minute; else nothing. */
export function showFirst(): Promise<DemoState> {
  const at = now().getTime()
  if (!shown || shown.until < at) shown = { scene: readFirst(), until: at + shownMs }
  const late = new Promise<DemoState>((resolve) => setTimeout(resolve, patienceMs, {}))
  return Promise.race([shown.scene, late])
}

async function readFirst(): Promise<DemoState> {
  const outcome = await readBalance(1).catch(() => 'outage' as const)
  return outcome === 'outage' || 'waitSeconds' in outcome ? {} : { account: 1, outcome }
}

async function readBalance(account: number): Promise<Outcome> {
  const tokenCall = await requestToken()
  const token = tokenCall && readToken(tokenCall, now())
  if (!token) return refusal(tokenCall)
  const url = new URL(`${gatewayAddresses('sandbox').baseUrl}/api/eWallet/v1/account`)
  url.searchParams.set('msisdn', landingAccounts[account - 1] ?? landingAccounts[0])
  const headers = { Authorization: `Bearer ${token.value}` }
  const call = await callGateway({ method: 'GET', url, headers })
  if (!call.ok || call.value.answer.status !== 200) return refusal(call.ok ? call.value : null)
  const { status, body, latency } = call.value.answer
  return { status, body, ms: latency }
}

async function requestToken(): Promise<ConsoleExchange | null> {
  const { clientId, clientSecret } = await getLandingCredentials()
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const call = await callGateway({
    method: 'POST',
    url: new URL(`${gatewayAddresses('sandbox').authUrl}/oauth/token`),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    secret: clientSecret,
  })
  return call.ok ? call.value : null
}

/** An operator's low limit for the Sandbox is part of the scene; anything else is an outage. */
function refusal(call: ConsoleExchange | null): Outcome {
  const retryAfter = /^retry-after: (\d{1,4})$/im.exec(call?.answer.head ?? '')?.[1]
  return call?.answer.status === 429 ? { waitSeconds: Number(retryAfter ?? 60) } : 'outage'
}

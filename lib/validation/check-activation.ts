import { z } from 'zod'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { senderHeaders } from '@/lib/sender'
import { traceHeaders } from '@/lib/tracing'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import {
  enqueueActivationCheck,
  findActivationCheck,
  findSilentProofs,
  type ProofProblem,
  recordActivation,
  recordFailedActivation,
} from './activation-check'

const timeoutMs = 10_000

const payloadSchema = z.object({ submissionId: z.guid() })

/**
 * Proves an approval from outside: requests a token at the public Production URL, then the reserved msisdn, for which a
 * 404 is expected. Until that succeeds the application stays `activating`.
 */
export async function checkActivation(payload: unknown): Promise<void> {
  const { submissionId } = payloadSchema.parse(payload)
  const credentials = await findActivationCheck(submissionId)
  if (!credentials) return
  const problem = await tryCredentials(credentials)
  const request = { actor: systemActor, target: submissionId }
  if (problem) await execute(recordFailedActivation, { ...request, input: { problem } })
  else await execute(recordActivation, request)
}

/** Queues the checks again whose job was lost when a worker was killed. Run every minute. */
export async function resumeActivationChecks(): Promise<void> {
  const lost = await findSilentProofs()
  await database().$transaction(async (transaction) => {
    for (const submissionId of lost) await enqueueActivationCheck(transaction, submissionId, now())
  })
}

async function tryCredentials(credentials: {
  clientId: string
  clientSecret: string
}): Promise<ProofProblem | null> {
  const token = await obtainToken(credentials)
  if (typeof token !== 'string') return `token:${token.problem}`
  const answer = await call(`/api/eWallet/v1/account?msisdn=${reservedMsisdn}`, 'PRODUCTION_BASE_URL', {
    headers: { Authorization: `Bearer ${token}` },
  })
  if (!answer) return 'account:unreachable'
  const expected = answer.status === 404 && answer.body.code === 'account_not_found'
  return expected ? null : `account:${answer.status}`
}

async function obtainToken({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await call('/oauth/token', 'PRODUCTION_AUTH_URL', { method: 'POST', body })
  if (!answer) return { problem: 'unreachable' } as const
  const token = answer.body.access_token
  return answer.status === 200 && typeof token === 'string' ? token : { problem: answer.status }
}

/** One request to a public URL, as a program would send it; null if there was no response in time. */
async function call(path: string, address: 'PRODUCTION_AUTH_URL' | 'PRODUCTION_BASE_URL', init: RequestInit) {
  try {
    const response = await fetch(`${getSettings()[address]}${path}`, {
      ...init,
      headers: { ...senderHeaders('approval'), ...init.headers, ...traceHeaders() },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { status: response.status, body }
  } catch {
    return null
  }
}

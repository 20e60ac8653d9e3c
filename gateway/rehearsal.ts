import { hmac } from '@/lib/keyring'
import type { CountedCall } from '@/lib/rehearsals/by-program'
import type { RehearsalCall } from '@/lib/usage/recent-calls'
import type { Gateway } from './context'
import { beforeDeadline } from './deadline'
import type { Exchange } from './exchange'

/**
 * Counts an authenticated call of an application in rehearsal, before anything is returned for it: what is counted and
 * not recorded later shows as missing. A call that cannot be counted is refused as if its look-up had failed.
 * @param tokenHash of the token that it presented
 */
export async function countInRehearsal(
  gateway: Gateway,
  exchange: Exchange,
  id: string,
  tokenHash: string | null,
): Promise<void> {
  try {
    let counted: CountedCall | null | undefined
    while (counted === undefined)
      counted = await beforeDeadline(gateway, exchange, gateway.sandbox.rehearsals.load(id, exchange))
    if (!counted) return
    // Enough of the hash to distinguish tokens, and nothing to look one up with.
    const token = tokenHash?.slice(0, 16) ?? null
    exchange.rehearsal = { id, number: counted.number, token, account: null }
  } catch (error) {
    gateway.meter.noteUncounted(id)
    throw error
  }
}

/** The record of a call in a rehearsal, made when its response has just been written. */
export function describeInRehearsal(
  { sandbox, secretHashKeys }: Gateway,
  { msisdn, receivedAt }: Exchange,
  { id, number, token, account }: NonNullable<Exchange['rehearsal']>,
): RehearsalCall {
  const { id: keyId, key } = secretHashKeys[0]
  const { clock } = sandbox
  const facts = {
    arrivedAt: clock.toUnix(receivedAt),
    respondedAt: clock.toUnix(performance.now()),
    token,
    msisdn: msisdn && `${keyId}.${hmac(key, `rehearsal ${id} ${msisdn}`, 'base64url').slice(0, 22)}`,
    account,
    clock: { id: clock.id, errorMs: Math.ceil(clock.errorMs()), offset: clock.toUnix(0) },
  }
  return { id, number, facts }
}

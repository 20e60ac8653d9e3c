import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Environment } from '@/lib/tokens/token'
import { createChanges } from '@/lib/wallet/apply-changes'
import { type Answer, accountBody, judge, type Verdict } from './expectation'

/** An account whose balance changes all the time, and all that was written about it, oldest first. */
export type MovingAccount = { environment: Environment; msisdn: string; versions: Version[] }

/**
 * One balance, as answers have it: it may be seen once its write has begun, and what was before it may no longer once it
 * was acknowledged and standbys had their time. Milliseconds of the monotonic clock; infinite when it never was.
 */
type Version = { body: string; begunAt: number; acknowledgedAt: number }

export type Mover = { stop(): Promise<void> }

/** What gateways are told in DATABASE_READ_STALENESS, in seconds. */
export const staleness = 2

const betweenWrites = 100
const rest = 250
/** Older ones are of no call that is still under way. */
const mostVersions = 200

/** An account as it was created, before anybody asks. */
export function createMoving(environment: Environment, msisdn: string, body: string): MovingAccount {
  return { environment, msisdn, versions: [{ body, begunAt: 0, acknowledgedAt: 0 }] }
}

/** Judges an answer: true are the balances that could be read from the primary, or from a standby within its bound. */
export function judgeMoving(
  answer: Answer | null,
  { versions }: MovingAccount,
  sentAt: number,
  endedAt: number,
): Verdict {
  const oldest = versions.findLastIndex(({ acknowledgedAt }) => acknowledgedAt < sentAt - staleness * 1000)
  const possible = versions.slice(Math.max(0, oldest)).filter(({ begunAt }) => begunAt <= endedAt)
  const seen = possible.find(({ body }) => body === answer?.body) ?? possible.at(-1)
  return judge(answer, 200, seen?.body ?? '', true)
}

/** Changes one account after the other, as `import-accounts --watch` does, and goes on as soon as it can after a fault. */
export function startMover(owner: Pool, accounts: readonly MovingAccount[]): Mover {
  let stopped = false
  let written = 0
  const ended = loop()

  async function loop(): Promise<void> {
    while (!stopped) {
      const client = await owner.connect().catch(() => null)
      if (client) await move(client)
      else await pause(rest)
    }
  }

  async function move(client: PoolClient): Promise<void> {
    client.on('error', () => {})
    const streams = {
      sandbox: createChanges(client, 'sandbox'),
      production: createChanges(client, 'production'),
    }
    try {
      for (; !stopped; await pause(betweenWrites)) {
        const account = accounts[written++ % accounts.length] as MovingAccount
        const balance = String(written)
        const asOf = new Date().toISOString()
        const body = accountBody(account.msisdn, balance, `${asOf.slice(0, 19)}Z`)
        const version = { body, begunAt: performance.now(), acknowledgedAt: Number.POSITIVE_INFINITY }
        account.versions = [...account.versions, version].slice(-mostVersions)
        const { msisdn } = account
        const fixed = { type: 'customer', status: 'active', currency: 'XOF', frozenBalance: '0' } as const
        await streams[account.environment].apply([{ msisdn, balance, asOf, ...fixed }])
        version.acknowledgedAt = performance.now()
      }
    } catch {
      // Nobody was told that it was written: it may be, or not.
      await pause(rest)
    } finally {
      client.release(true)
    }
  }

  return {
    async stop() {
      stopped = true
      await ended
    },
  }
}

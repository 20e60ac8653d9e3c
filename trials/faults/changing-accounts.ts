import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Environment } from '@/lib/tokens/token'
import { createChanges } from '@/lib/wallet/apply-changes'
import { type Answer, accountBody, judge, type Verdict } from './expectation'

/** An account whose balance changes all the time, and all its written versions, oldest first. */
export type ChangingAccount = { environment: Environment; msisdn: string; versions: Version[] }

/**
 * One balance, as in responses: it may appear once its write has begun, and its predecessors may no longer appear once
 * it is acknowledged and standbys have had their time. Milliseconds of the monotonic clock; infinite if never.
 */
type Version = { body: string; begunAt: number; acknowledgedAt: number }

export type BalanceWriter = { stop(): Promise<void> }

/** The gateways' DATABASE_READ_STALENESS, in seconds. */
export const staleness = 2

const betweenWrites = 100
const rest = 250
/** Older versions are older than any call in flight. */
const maxVersions = 200

/** An account as it was created, before any request. */
export function createChangingAccount(
  environment: Environment,
  msisdn: string,
  body: string,
): ChangingAccount {
  return { environment, msisdn, versions: [{ body, begunAt: 0, acknowledgedAt: 0 }] }
}

/** Judges a response: correct balances are those on the primary, or on a standby within its staleness. */
export function judgeChangingAccount(
  answer: Answer | null,
  { versions }: ChangingAccount,
  sentAt: number,
  endedAt: number,
): Verdict {
  const oldest = versions.findLastIndex(({ acknowledgedAt }) => acknowledgedAt < sentAt - staleness * 1000)
  const possible = versions.slice(Math.max(0, oldest)).filter(({ begunAt }) => begunAt <= endedAt)
  const seen = possible.find(({ body }) => body === answer?.body) ?? possible.at(-1)
  return judge(answer, 200, seen?.body ?? '', true)
}

/** Changes one account after another, like `import-accounts --watch`, and continues as soon as it can after a fault. */
export function startBalanceWriter(owner: Pool, accounts: readonly ChangingAccount[]): BalanceWriter {
  let stopped = false
  let written = 0
  const ended = loop()

  async function loop(): Promise<void> {
    while (!stopped) {
      const client = await owner.connect().catch(() => null)
      if (client) await writeChanges(client)
      else await pause(rest)
    }
  }

  async function writeChanges(client: PoolClient): Promise<void> {
    client.on('error', () => {})
    const streams = {
      sandbox: createChanges(client, 'sandbox'),
      production: createChanges(client, 'production'),
    }
    try {
      for (; !stopped; await pause(betweenWrites)) {
        const account = accounts[written++ % accounts.length] as ChangingAccount
        const balance = String(written)
        const at = new Date()
        const body = accountBody(account.msisdn, balance, `${at.toISOString().slice(0, 19)}Z`)
        const version = { body, begunAt: performance.now(), acknowledgedAt: Number.POSITIVE_INFINITY }
        account.versions = [...account.versions, version].slice(-maxVersions)
        const { msisdn } = account
        const fixed = { type: 'customer', status: 'active', unit: 'XOF', frozenBalance: '0' } as const
        await streams[account.environment].apply([{ msisdn, balance, asOf: at.getTime() * 1000, ...fixed }])
        version.acknowledgedAt = performance.now()
      }
    } catch {
      // Not acknowledged: it may have been written or not.
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

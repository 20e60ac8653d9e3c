import { setTimeout as pause } from 'node:timers/promises'
import { currencyDecimals } from '@/lib/wallet/account-record'
import { readDemoAccounts } from '@/prisma/seed-accounts'
import { createRandom } from './traffic'

type DemoAccount = Awaited<ReturnType<typeof readDemoAccounts>>[number]
type Feed = { url: string; key: string; everyMs?: number }
type Held = { unit: string; minor: number; step: number; frozen: string }

/**
 * The demo's wallet, which lives: every few seconds one of its active accounts pays or is paid, and the feed gets the
 * change as from a real wallet, with a position, and again until it is stored. A start sends all accounts first, as a
 * connector's snapshot does.
 * @returns what ends it
 */
export async function runWallet({ url, key, everyMs = 5000 }: Feed): Promise<() => Promise<void>> {
  const ending = new AbortController()
  const random = createRandom(Date.now())
  const accounts = await readDemoAccounts()
  const held = new Map(accounts.map((account) => [account.msisdn, hold(account)]))
  const active = accounts.filter(({ status }) => status === 'active').map(({ msisdn }) => msisdn)
  /** The latest of each account that the feed does not have yet. */
  const unsent = new Map<string, object>()
  for (const { msisdn, type, status } of accounts)
    unsent.set(msisdn, { ...changeOf(msisdn, held.get(msisdn) as Held), type, status })

  async function live(): Promise<void> {
    while (!ending.signal.aborted) {
      if (await send([...unsent.values()])) unsent.clear()
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {})
      const msisdn = random.pick(active)
      const account = held.get(msisdn) as Held
      account.minor = Math.max(0, account.minor + Math.round((2 * random.next() - 1) * account.step))
      unsent.set(msisdn, { ...unsent.get(msisdn), ...changeOf(msisdn, account) })
    }
  }

  function send(changes: object[]): Promise<boolean> {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Feed-Position': `demo:${Date.now()}`,
    }
    return fetch(`${url}/v1/changes`, {
      method: 'POST',
      headers,
      body: JSON.stringify(changes),
      signal: ending.signal,
    }).then(
      async (response) => (await response.arrayBuffer()) && response.ok,
      () => false,
    )
  }

  const ended = live()
  return async () => {
    ending.abort()
    await ended
  }
}

function hold({ currency, balance, frozenBalance }: DemoAccount): Held {
  const minor = Number(balance.replace('.', ''))
  return { unit: currency, minor, step: Math.max(500, Math.round(minor / 20)), frozen: frozenBalance }
}

/** Amounts are whole: a change without the frozen one would say that nothing is frozen. */
function changeOf(msisdn: string, { unit, minor, frozen }: Held): object {
  const decimals = currencyDecimals.get(unit) ?? 0
  const digits = String(minor).padStart(decimals + 1, '0')
  const value = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  const amounts = { balance: { value, unit }, frozenBalance: { value: frozen, unit } }
  return { msisdn, ...amounts, asOf: new Date().toISOString() }
}

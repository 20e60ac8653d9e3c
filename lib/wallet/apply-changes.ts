import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { Change } from './change-record'
import { importLock } from './import-accounts'
import { removeDemoAccounts } from './merge-accounts'

/** How many changes were written, and how many were older than what is stored. */
export type Applied = { applied: number; stale: number }

const auditMs = 60_000

/**
 * Keeps file imports away as long as this connection lives.
 * @returns false when an import or another stream runs
 */
export async function claimChanges(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [importLock])
  return rows[0].mine
}

/**
 * Applies changes in the order in which they come, a batch in one transaction. Of each account the latest `asOf` wins,
 * and of equal ones the later line: a batch that is applied again after a crash, with those after it, ends in the same
 * state. The audit log gets a row with the first batch and once a minute, with how many changes there were since.
 * @param operator the operating system's user who applies them, for the audit log
 */
export function createChanges(client: ClientBase, environment: Environment, operator?: string) {
  let auditedAt = Number.NEGATIVE_INFINITY
  let since: Applied = { applied: 0, stale: 0 }

  async function apply(changes: Change[]): Promise<Applied> {
    const latest = keepLatest(changes)
    await client.query('BEGIN')
    try {
      if (auditedAt < 0 && environment === 'production') await removeDemoAccounts(client)
      const { rowCount } = await client.query(merge, [environment, ...toColumns(latest)])
      const applied = rowCount ?? 0
      const counts = { applied, stale: changes.length - applied }
      const due = performance.now() - auditedAt > auditMs
      since = { applied: since.applied + counts.applied, stale: since.stale + counts.stale }
      if (due) await audit()
      await client.query('COMMIT')
      if (due) settle()
      return counts
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  async function audit(): Promise<void> {
    await client.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       VALUES ('system', 'accounts.changed', 'account', $1, $2)`,
      [environment, JSON.stringify({ ...since, operator })],
    )
  }

  function settle(): void {
    since = { applied: 0, stale: 0 }
    auditedAt = performance.now()
  }

  return {
    apply,
    /** Puts what was not yet audited on record. */
    async close(): Promise<void> {
      if (since.applied + since.stale > 0) await audit()
      settle()
    },
  }
}

/** In the order of the accounts, so that two writers wait for each other rather than deadlock. */
function keepLatest(changes: Change[]): Change[] {
  const latest = new Map<string, Change>()
  for (const change of changes) {
    const former = latest.get(change.msisdn)
    if (!former || change.asOf >= former.asOf) latest.set(change.msisdn, change)
  }
  return [...latest.values()].sort((a, b) => Number(a.msisdn) - Number(b.msisdn))
}

function toColumns(changes: Change[]): string[][] {
  const names = ['msisdn', 'type', 'status', 'currency', 'balance', 'frozenBalance', 'asOf'] as const
  return names.map((name) => changes.map((change) => change[name]))
}

const merge = `
  INSERT INTO wallet_account AS stored (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
  SELECT $1::environment, * FROM unnest($2::bigint[], $3::account_type[], $4::account_status[], $5::text[],
    $6::numeric[], $7::numeric[], $8::timestamptz[])
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET type = excluded.type, status = excluded.status, currency = excluded.currency, balance = excluded.balance,
      frozen_balance = excluded.frozen_balance, as_of = excluded.as_of, demo = false
  WHERE excluded.as_of >= stored.as_of`

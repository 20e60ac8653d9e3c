import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { Change } from './change-record'
import { importLock } from './import-accounts'
import { removeDemoAccounts } from './merge-accounts'

/**
 * How many changes were written, and how many were older than the stored account. If a batch has several changes of one
 * account, only the latest is written; each counts as if it were applied separately.
 */
export type Applied = { applied: number; stale: number }

const auditMs = 60_000

/**
 * Locks out file imports for the life of this connection.
 * @returns false when an import or another stream is running
 */
export async function claimChanges(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [importLock])
  return rows[0].mine
}

/**
 * Applies changes in order, one batch per transaction. Of each account the latest `asOf` is kept, and of equal ones the
 * later line: applying a batch again after a crash, with those after it, leads to the same state. The audit log gets a
 * row with the first batch and once a minute, with the number of changes since.
 * @param operator the operating system's user who applies them, for the audit log
 */
export function createChanges(client: ClientBase, environment: Environment, operator?: string) {
  let auditedAt = Number.NEGATIVE_INFINITY
  let since: Applied = { applied: 0, stale: 0 }

  async function apply(changes: Change[]): Promise<Applied> {
    const accounts = groupByAccount(changes)
    let written = 0
    await client.query('BEGIN')
    try {
      if (auditedAt < 0 && environment === 'production') await removeDemoAccounts(client)
      const latest = [...accounts.values()].map((account) => account.latest)
      const { rows } = await client.query(merge, [environment, ...toColumns(latest)])
      for (const { msisdn } of rows) written += accounts.get(msisdn)?.inOrder ?? 0
      const counts = { applied: written, stale: changes.length - written }
      const total = { applied: since.applied + counts.applied, stale: since.stale + counts.stale }
      const due = performance.now() - auditedAt > auditMs
      if (due) await audit(total)
      await client.query('COMMIT')
      // Not earlier: a batch that fails is applied again, and counts once.
      since = total
      if (due) settle()
      return counts
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  async function audit(counts: Applied): Promise<void> {
    await client.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       VALUES ('system', 'accounts.changed', 'account', $1, $2)`,
      [environment, JSON.stringify({ ...counts, operator })],
    )
  }

  function settle(): void {
    since = { applied: 0, stale: 0 }
    auditedAt = performance.now()
  }

  return {
    apply,
    /** Records the changes that are not yet audited. */
    async close(): Promise<void> {
      if (since.applied + since.stale > 0) await audit(since)
      settle()
    },
  }
}

/**
 * The latest change of each account, and how many came in chronological order. Ordered by account, so that two writers
 * wait for each other rather than deadlock.
 */
function groupByAccount(changes: Change[]): Map<string, { latest: Change; inOrder: number }> {
  const found = new Map<string, { latest: Change; inOrder: number }>()
  for (const change of changes) {
    const account = found.get(change.msisdn)
    if (!account) found.set(change.msisdn, { latest: change, inOrder: 1 })
    else if (change.asOf >= account.latest.asOf) {
      account.latest = change
      account.inOrder++
    }
  }
  return new Map([...found].sort(([a], [b]) => Number(a) - Number(b)))
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
  WHERE excluded.as_of >= stored.as_of
  RETURNING msisdn`

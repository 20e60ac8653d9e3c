import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { AccountChange, Change, Removal } from './change-record'
import { importLock } from './import-accounts'
import { beginImport, endImport, noteNewest } from './import-record'
import { removeDemoAccounts } from './merge-accounts'
import { removeAccounts } from './remove-accounts'

/**
 * How many changes were written, and how many were older than the stored account. If a batch has several changes of one
 * account, only the latest is written; each counts as if it were applied separately.
 */
export type Applied = { applied: number; stale: number }

/** The counts in the audit log; removals are among the applied. */
type Counted = Applied & { removed: number }

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
 * later line, except that a removed account only comes back with a later `asOf`: applying a batch again after
 * a crash, with those after it, leads to the same state. The audit log gets a row with the first batch and
 * once a minute, with the number of changes since.
 * @param operator the operating system's user who applies them, for the audit log
 */
export function createChanges(client: ClientBase, environment: Environment, operator?: string) {
  let auditedAt = Number.NEGATIVE_INFINITY
  let since: Counted = none
  let importId: number | null = null

  async function apply(changes: Change[]): Promise<Applied> {
    const accounts = groupByAccount(changes)
    await client.query('BEGIN')
    try {
      if (auditedAt < 0 && environment === 'production') await removeDemoAccounts(client)
      const id = importId ?? (await beginImport(client, { environment, source: 'stream', operator }))
      const stored = await store(
        [...accounts.values()].map(({ latest }) => latest),
        id,
      )
      const applied = [...stored.written, ...stored.removed].reduce(
        (sum, msisdn) => sum + (accounts.get(msisdn)?.inOrder ?? 0),
        0,
      )
      const counts = { applied, stale: changes.length - applied }
      const total = add(since, { ...counts, removed: stored.removed.length })
      const due = performance.now() - auditedAt > auditMs
      if (due) await audit(total)
      await client.query('COMMIT')
      // Not earlier: a batch that fails is applied again, and counts once.
      importId = id
      since = total
      if (due) settle()
      return counts
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  async function store(latest: Change[], id: number): Promise<{ written: string[]; removed: string[] }> {
    const given = latest.filter((change): change is AccountChange => !isRemoval(change))
    const removals = latest.filter(isRemoval)
    const { rows } = await client.query(merge, [environment, ...toColumns(given), id])
    const removed = removals.length > 0 ? await removeAccounts(client, environment, removals, id) : []
    const written: string[] = rows.map(({ msisdn }) => msisdn)
    const stored = new Set([...written, ...removed])
    const newest = latest
      .filter(({ msisdn }) => stored.has(msisdn))
      .map(({ asOf }) => asOf)
      .sort()
      .at(-1)
    if (newest !== undefined) await noteNewest(client, id, newest)
    return { written, removed }
  }

  async function audit(counts: Counted): Promise<void> {
    await client.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       VALUES ('system', 'accounts.changed', 'account', $1, $2)`,
      [environment, JSON.stringify({ ...counts, operator })],
    )
  }

  function settle(): void {
    since = none
    auditedAt = performance.now()
  }

  return {
    apply,
    /** Records the changes that are not yet audited, and the end of the stream. */
    async close(): Promise<void> {
      if (since.applied + since.stale > 0) await audit(since)
      settle()
      if (importId !== null) await endImport(client, importId)
    },
  }
}

const none: Counted = { applied: 0, stale: 0, removed: 0 }

function add(a: Counted, b: Counted): Counted {
  return { applied: a.applied + b.applied, stale: a.stale + b.stale, removed: a.removed + b.removed }
}

function isRemoval(change: Change): change is Removal {
  return change.op === 'remove'
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
    else if (supersedes(change, account.latest)) {
      account.latest = change
      account.inOrder++
    }
  }
  return new Map([...found].sort(([a], [b]) => Number(a) - Number(b)))
}

function supersedes(change: Change, earlier: Change): boolean {
  const bringsBack = isRemoval(earlier) && !isRemoval(change)
  return bringsBack ? change.asOf > earlier.asOf : change.asOf >= earlier.asOf
}

function toColumns(changes: AccountChange[]): string[][] {
  const names = ['msisdn', 'type', 'status', 'currency', 'balance', 'frozenBalance', 'asOf'] as const
  return names.map((name) => changes.map((change) => change[name]))
}

const merge = `
  WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::account_type[], $4::account_status[], $5::text[], $6::numeric[],
      $7::numeric[], $8::timestamptz[])
      AS given (msisdn, type, status, currency, balance, frozen_balance, as_of)
    WHERE NOT EXISTS (SELECT FROM removed_account removed WHERE removed.environment = $1::environment
                        AND removed.msisdn = given.msisdn AND removed.as_of >= given.as_of)),
  back AS (
    DELETE FROM removed_account removed USING given
    WHERE removed.environment = $1::environment AND removed.msisdn = given.msisdn)
  INSERT INTO wallet_account AS stored
    (environment, msisdn, type, status, currency, balance, frozen_balance, as_of, import_id)
  SELECT $1::environment, given.*, $9::integer FROM given
  ON CONFLICT (environment, msisdn) DO UPDATE
  SET type = excluded.type, status = excluded.status, currency = excluded.currency, balance = excluded.balance,
      frozen_balance = excluded.frozen_balance, as_of = excluded.as_of, demo = false, import_id = excluded.import_id
  WHERE excluded.as_of >= stored.as_of
  RETURNING msisdn`

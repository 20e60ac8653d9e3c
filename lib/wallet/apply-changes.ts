import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { type Change, ChangeError } from './change'
import { beginImport, endImport, lockNumbers, noteNewest } from './import-locks'
import { removeDemoAccounts } from './merge-accounts'
import type { ChangeOutcome } from './number-state'
import { closeOvertaken } from './overtaken'
import { formatTimestamp } from './timestamp'
import { inChangeTransaction, writeChanges } from './write-changes'

export const changeOutcomes = ['applied', 'unchanged', 'stale', 'waiting', 'ignored', 'refused'] as const

/** How many changes had each outcome. */
export type Counts = Record<(typeof changeOutcomes)[number], number>

/** With how many of those that were applied are removals. */
type Counted = Counts & { removed: number }

const auditMs = 60_000

/**
 * Applies changes of a stream in order, one batch per transaction: applying a batch again after a crash, with those
 * after it, leads to the same state. The audit log gets a row with the first batch and once a minute, with the number
 * of changes since.
 * @param operator the operating system's user who applies them, for the audit log
 */
export function createChanges(client: ClientBase, environment: Environment, operator?: string) {
  const audit = createAudit(environment, operator)
  let importId: number | null = null

  /** @returns the outcome of each change, in their order */
  async function apply(changes: Change[]): Promise<ChangeOutcome[]> {
    const { found, id, settle } = await inChangeTransaction(client, async (numbersLocked) => {
      if (importId === null && environment === 'production') {
        await lockNumbers(client, environment)
        await removeDemoAccounts(client)
      }
      const id = importId ?? (await beginImport(client, { environment, source: 'stream', operator }))
      const target = { environment, importId: id, numbersLocked }
      const found = await writeChanges(
        client,
        target,
        changes.map((change) => [change]),
      )
      if (environment === 'production')
        await closeOvertaken(
          client,
          changes.map(({ msisdn }) => msisdn),
        )
      const newest = newestOf(changes, found)
      if (newest !== null) await noteNewest(client, id, formatTimestamp(newest))
      return {
        found,
        id,
        settle: await audit.add(client, countRemovals(changes, found), countOutcomes(found)),
      }
    })
    // Not earlier: a batch that fails is applied again, and counts once.
    importId = id
    settle()
    return found
  }

  return {
    apply,
    /** Records the changes that are not yet audited, and the end of the stream. */
    async close(): Promise<void> {
      await audit.end(client)
      if (importId !== null) await endImport(client, importId)
    },
  }
}

/** How many changes had each outcome. */
export function countOutcomes(found: readonly (ChangeOutcome | ChangeError | 'ignored')[]): Counts {
  const counts = none()
  for (const outcome of found) counts[outcome instanceof ChangeError ? 'refused' : outcome]++
  return counts
}

/** The newest time of those changes that were not refused or too old. */
export function newestOf(changes: readonly Change[], found: readonly ChangeOutcome[]): number | null {
  let newest: number | null = null
  for (const [at, { asOf }] of changes.entries())
    if (found[at] === 'applied' || found[at] === 'unchanged') newest = Math.max(newest ?? 0, asOf)
  return newest
}

/** How many removals were applied. */
export function countRemovals(changes: readonly Change[], found: readonly ChangeOutcome[]): number {
  return changes.filter(({ op }, at) => op === 'remove' && found[at] === 'applied').length
}

/** The row of the audit log about a minute's changes. @param source whose they are, for the audit log */
export function createAudit(environment: Environment, operator?: string) {
  let since: Counted = { ...none(), removed: 0 }
  let auditedAt = Number.NEGATIVE_INFINITY

  async function write(client: Pick<ClientBase, 'query'>, counts: Counted): Promise<void> {
    await client.query(
      `INSERT INTO audit_entry (actor_role, action, subject_type, subject_id, detail)
       VALUES ('system', 'accounts.changed', 'account', $1, $2)`,
      [environment, JSON.stringify({ ...counts, operator })],
    )
  }

  return {
    /** Within the transaction of the changes. @returns what to call when it is committed */
    async add(client: Pick<ClientBase, 'query'>, removed: number, counts: Counts): Promise<() => void> {
      const total = { ...none(), removed: since.removed + removed }
      for (const outcome of changeOutcomes) total[outcome] = since[outcome] + counts[outcome]
      const isDue = performance.now() - auditedAt > auditMs
      if (isDue) await write(client, total)
      return () => {
        since = isDue ? { ...none(), removed: 0 } : total
        if (isDue) auditedAt = performance.now()
      }
    },
    async end(client: Pick<ClientBase, 'query'>): Promise<void> {
      if (changeOutcomes.some((outcome) => since[outcome] > 0)) await write(client, since)
      since = { ...none(), removed: 0 }
    },
  }
}

function none(): Counts {
  return { applied: 0, unchanged: 0, stale: 0, waiting: 0, ignored: 0, refused: 0 }
}

import { findApplicationFor } from '@/lib/applications/queries'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { isUuid, newId } from '@/lib/ids'
import { done, keepingWrites, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { listCaseRequirements } from './queries'
import { type CaseRequirement, type RehearsalCase, rehearsalCases } from './schema'

/**
 * Starts a rehearsal of a Sandbox application: from the next call on, all its calls count, for 24 hours at most.
 * @returns its id; refused `not_found` (unknown, of Production, or not theirs to rehearse), `not_active` (suspended),
 *   `already_running` (also when another started at the same moment)
 */
export async function startRehearsal(
  applicationId: string,
  owner: Owner,
): Promise<Result<{ id: string }, 'not_found' | 'not_active' | 'already_running'>> {
  return database().$transaction(async (transaction) => {
    if (!(await isTheirs(transaction, applicationId, owner))) return refused('not_found')
    const id = newId()
    const [row] = await transaction.$queryRaw<{ outcome: string }[]>`
      SELECT start_rehearsal(${applicationId}::uuid, ${id}::uuid) AS outcome`
    if (row?.outcome === 'running') return refused('already_running')
    if (row?.outcome !== 'started') return refused('not_active')
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'rehearsal.started', subject, { rehearsalId: id })
    return done({ id })
  })
}

/**
 * Ends the rehearsal of an application now. The worker freezes its report some seconds later, when gateways
 * have written the last calls, and sends the event.
 * @returns its id; refused `not_found` (unknown, or not theirs to rehearse), `not_running`
 */
export async function endRehearsal(
  applicationId: string,
  owner: Owner,
): Promise<Result<{ id: string }, 'not_found' | 'not_running'>> {
  return database().$transaction(async (transaction) => {
    if (!(await isTheirs(transaction, applicationId, owner))) return refused('not_found')
    const [row] = await transaction.$queryRaw<{ id: string | null }[]>`
      SELECT end_rehearsal(${applicationId}::uuid) AS id`
    // One whose 24 hours are over has ended in this transaction.
    if (!row?.id) return keepingWrites(refused('not_running'))
    requireShown(row.id)
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'rehearsal.ended', subject, {
      rehearsalId: row.id,
      reason: 'requested',
    })
    return done({ id: row.id })
  })
}

/**
 * Sets what is asked of each case, from the next submission on. Saving the same again changes nothing.
 * @param chosen parsed by `caseRequirementsSchema`
 */
export async function saveCaseRequirements(
  chosen: Record<RehearsalCase, CaseRequirement>,
  administrator: Administrator,
): Promise<void> {
  await database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('rehearsal_case'))`
    const before = await listCaseRequirements(transaction)
    requireShown(before)
    const changed = rehearsalCases.filter((id) => chosen[id] !== before[id])
    if (changed.length === 0) return
    for (const id of changed) {
      const requirement = chosen[id]
      await transaction.rehearsalCase.upsert({
        where: { id },
        create: { id, requirement },
        update: { requirement },
      })
    }
    const subject = { type: 'rehearsal_cases', id: 'rehearsal_cases' } as const
    const detail = { changed: changed.map((id) => `${id} ${before[id]} ${chosen[id]}`) }
    await recordAudit(transaction, administrator, 'rehearsal.cases_changed', subject, detail)
  })
}

async function isTheirs(transaction: Transaction, applicationId: string, owner: Owner): Promise<boolean> {
  if (!isUuid(applicationId)) return false
  const application = await findApplicationFor(owner.id, 'rehearsals', applicationId, transaction)
  return application?.environment === 'sandbox'
}

import { sandboxApplication } from '@/lib/applications/target'
import { command } from '@/lib/commands/command'
import { newId } from '@/lib/ids'
import { done, keepingWrites, refused } from '@/lib/result'
import { listCaseRequirements } from './queries'
import { caseRequirementsSchema, rehearsalCases } from './schema'

/**
 * Starts a rehearsal of a Sandbox application: from the next call on, all its calls count, for 24 hours at most.
 * @returns its id; refused `not_active` (suspended), `already_running`
 */
export const startRehearsal = command({
  on: sandboxApplication,
  right: 'rehearsals',
  audit: 'rehearsal.started',
  async run({ transaction, application, record }) {
    const id = newId()
    const [row] = await transaction.$queryRaw<{ outcome: string }[]>`
      SELECT start_rehearsal(${application.id}::uuid, ${id}::uuid) AS outcome`
    if (row?.outcome === 'running') return refused('already_running')
    if (row?.outcome !== 'started') return refused('not_active')
    record(sandboxApplication.subject(application), { rehearsalId: id })
    return done({ id })
  },
})

/**
 * Ends the rehearsal of an application now. The worker freezes its report some seconds later, when gateways
 * have written the last calls, and sends the event.
 * @returns its id; refused `not_running`
 */
export const endRehearsal = command({
  on: sandboxApplication,
  right: 'rehearsals',
  audit: 'rehearsal.ended',
  version: ({ application }) => application.rehearsalId ?? undefined,
  async run({ transaction, application, record }) {
    const [row] = await transaction.$queryRaw<{ id: string | null }[]>`
      SELECT end_rehearsal(${application.id}::uuid) AS id`
    // One whose 24 hours are over has ended in this transaction.
    if (!row?.id) return keepingWrites(refused('not_running'))
    record(sandboxApplication.subject(application), { rehearsalId: row.id, reason: 'requested' })
    return done({ id: row.id })
  },
})

/** Sets what is asked of each case, from the next submission on. Saving the same again changes nothing. */
export const saveCaseRequirements = command({
  right: 'administrator',
  confirm: 'always',
  input: caseRequirementsSchema,
  audit: 'rehearsal.cases_changed',
  async lock(transaction) {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('rehearsal_case'))`
  },
  version: ({ transaction }) => listCaseRequirements(transaction),
  async run({ transaction, input: chosen, record }) {
    const before = await listCaseRequirements(transaction)
    const changed = rehearsalCases.filter((id) => chosen[id] !== before[id])
    for (const id of changed) {
      const requirement = chosen[id]
      const [create, update] = [{ id, requirement }, { requirement }]
      await transaction.rehearsalCase.upsert({ where: { id }, create, update })
    }
    const detail = { changed: changed.map((id) => `${id} ${before[id]} ${chosen[id]}`) }
    if (changed.length > 0) record({ type: 'rehearsal_cases', id: 'rehearsal_cases' }, detail)
    return done(undefined)
  },
})

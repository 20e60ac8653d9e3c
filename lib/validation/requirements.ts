import { createHash } from 'node:crypto'
import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { documentKinds } from '@/lib/documents/schema'
import { isUuid, newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import type { RequirementInput } from './schema'

export type Administrator = { id: string; role: 'administrator' }

/** Every requirement, current ones first, in their order; templates by name only. */
export async function listRequirements(transaction: Transaction = database()) {
  return transaction.requirement.findMany({
    orderBy: [{ retiredAt: { sort: 'asc', nulls: 'first' } }, { position: 'asc' }, { id: 'asc' }],
    omit: { templateBytes: true },
  })
}

/** One requirement, also a retired one, of its template a digest alone; null if there is none. */
export async function findRequirement(id: string, transaction: Transaction = database()) {
  const found = await transaction.requirement.findUnique({ where: { id } })
  if (!found) return null
  const { templateBytes, ...requirement } = found
  const templateDigest = templateBytes && createHash('sha256').update(templateBytes).digest('base64url')
  return { ...requirement, templateDigest }
}

/** A template's name and bytes for downloading; null if there is none. */
export async function findTemplate(id: string): Promise<{ name: string; bytes: Uint8Array } | null> {
  const found = await database().requirement.findUnique({
    where: { id },
    select: { templateName: true, templateBytes: true },
  })
  return found?.templateName && found.templateBytes
    ? { name: found.templateName, bytes: found.templateBytes }
    : null
}

/**
 * Adds a requirement at the end of the list, or changes one; open submissions keep their requirements.
 * @returns its id; refused `not_found`, `no_kind` (no kind of file), `last_required` (one document must stay)
 */
export async function saveRequirement(
  { requirementId, pdf, jpeg, png, maxMegabytes, ...texts }: RequirementInput,
  administrator: Administrator,
): Promise<Result<{ id: string }, 'not_found' | 'no_kind' | 'last_required'>> {
  const chosen = { pdf, jpeg, png }
  const acceptedKinds = documentKinds.filter((kind) => chosen[kind])
  if (acceptedKinds.length === 0) return refused('no_kind')
  const data = { ...texts, acceptedKinds, maxBytes: Math.round(maxMegabytes * 1024 * 1024) }
  return changing(async (transaction) => {
    const id = requirementId ?? newId()
    if (requirementId) {
      requireShown(await findRequirement(id, transaction))
      const { count } = await transaction.requirement.updateMany({ where: { id }, data })
      if (count === 0) return refused('not_found')
    } else {
      await transaction.requirement.create({
        data: { id, ...data, position: await nextPosition(transaction) },
      })
    }
    if (!(await isOneRequired(transaction))) return refused('last_required')
    const action = requirementId ? 'requirement.changed' : 'requirement.added'
    await recordAudit(transaction, administrator, action, { type: 'requirement', id })
    return done({ id })
  })
}

/** Retires a requirement, or reinstates it, for new submissions; open ones keep theirs. */
export async function retireRequirement(
  id: string,
  retired: boolean,
  administrator: Administrator,
): Promise<Result<{ id: string }, 'not_found' | 'last_required'>> {
  return changing(async (transaction) => {
    const data = { retiredAt: retired ? now() : null }
    if (!isUuid(id)) return refused('not_found')
    requireShown(await listRequirements(transaction))
    const { count } = await transaction.requirement.updateMany({ where: { id }, data })
    if (count === 0) return refused('not_found')
    if (!(await isOneRequired(transaction))) return refused('last_required')
    const action = retired ? 'requirement.retired' : 'requirement.put_in_force'
    await recordAudit(transaction, administrator, action, { type: 'requirement', id })
    return done({ id })
  })
}

/** Moves a current requirement one place up or down. */
export async function moveRequirement(
  id: string,
  direction: 'up' | 'down',
  administrator: Administrator,
): Promise<Result<{ id: string }, 'not_found'>> {
  return changing(async (transaction) => {
    const all = await listRequirements(transaction)
    requireShown(all)
    const list = all.filter(({ retiredAt }) => !retiredAt)
    const from = list.findIndex((each) => each.id === id)
    if (from < 0) return refused('not_found')
    const to = Math.min(Math.max(from + (direction === 'up' ? -1 : 1), 0), list.length - 1)
    const [moved] = list.splice(from, 1)
    if (moved) list.splice(to, 0, moved)
    for (const [position, each] of list.entries())
      await transaction.requirement.update({ where: { id: each.id }, data: { position } })
    await recordAudit(
      transaction,
      administrator,
      'requirement.moved',
      { type: 'requirement', id },
      { direction },
    )
    return done({ id })
  })
}

/** Sets or removes the template of a requirement. `name` is already sanitised; the bytes are a few hundred kB. */
export async function setTemplate(
  id: string,
  template: { name: string; bytes: Uint8Array<ArrayBuffer> } | null,
  administrator: Administrator,
): Promise<Result<{ id: string }, 'not_found'>> {
  return changing(async (transaction) => {
    const data = { templateName: template?.name ?? null, templateBytes: template?.bytes ?? null }
    if (!isUuid(id)) return refused('not_found')
    requireShown(await findRequirement(id, transaction))
    const { count } = await transaction.requirement.updateMany({ where: { id }, data })
    if (count === 0) return refused('not_found')
    const action = template ? 'requirement.template_set' : 'requirement.template_removed'
    await recordAudit(transaction, administrator, action, { type: 'requirement', id })
    return done({ id })
  })
}

/** Serialises changes of the list, so that two administrators cannot retire the last two documents at the same time. */
async function changing<Value, Reason extends string>(
  work: (transaction: Transaction) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason>> {
  return database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('requirement'))`
    return work(transaction)
  })
}

async function isOneRequired(transaction: Transaction): Promise<boolean> {
  return (await transaction.requirement.count({ where: { retiredAt: null, required: true } })) > 0
}

async function nextPosition(transaction: Transaction): Promise<number> {
  const { _max } = await transaction.requirement.aggregate({ _max: { position: true } })
  return (_max.position ?? -1) + 1
}

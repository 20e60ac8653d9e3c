import { createHash } from 'node:crypto'
import { z } from 'zod'
import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { documentKinds } from '@/lib/documents/schema'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { textColumns } from '@/lib/translations'
import { requirementSchema, templateSchema } from './schema'

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

/** Changes of the list take turns, so that two administrators cannot retire the last two documents at the same time. */
async function lockList(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('requirement'))`
}

const requirement: Target<'requirement', { id: string }, never> = {
  name: 'requirement',
  find: (transaction, _right, id) =>
    transaction.requirement.findUnique({ where: { id }, select: { id: true } }),
  lock: lockList,
  subject: ({ id }) => ({ type: 'requirement', id }),
}

/**
 * Adds a requirement at the end of the list, or changes one; open submissions keep their requirements.
 * @returns refused `not_found`, `last_required` (one document must stay)
 */
export const saveRequirement = command({
  right: 'administrator',
  confirm: 'always',
  input: requirementSchema,
  audit: ['requirement.added', 'requirement.changed'],
  lock: lockList,
  version: ({ transaction, input: { requirementId } }) =>
    requirementId && findRequirement(requirementId, transaction),
  async run({ transaction, input, record }) {
    const { requirementId, pdf, jpeg, png, maxMegabytes, required, scope } = input
    const texts = textColumns(input, 'name', 'help', 'checklist')
    const chosen = { pdf, jpeg, png }
    const acceptedKinds = documentKinds.filter((kind) => chosen[kind])
    const data = {
      ...texts,
      required,
      scope,
      acceptedKinds,
      maxBytes: Math.round(maxMegabytes * 1024 * 1024),
    }
    const id = requirementId ?? newId()
    if (requirementId) {
      const { count } = await transaction.requirement.updateMany({ where: { id }, data })
      if (count === 0) return refused('not_found')
    } else {
      const position = await nextPosition(transaction)
      await transaction.requirement.create({ data: { id, ...data, position } })
    }
    if (!(await isOneRequired(transaction))) return refused('last_required')
    record({ type: 'requirement', id }, {}, requirementId ? 'requirement.changed' : 'requirement.added')
    return done({ id })
  },
})

/** Retires a requirement, or reinstates it, for new submissions; open ones keep theirs. */
export const retireRequirement = command({
  on: requirement,
  right: 'administrator',
  confirm: 'always',
  input: z.object({ retired: z.boolean() }),
  audit: ['requirement.retired', 'requirement.put_in_force'],
  version: ({ transaction }) => listRequirements(transaction),
  async run({ transaction, requirement: { id }, input: { retired }, record }) {
    await transaction.requirement.update({ where: { id }, data: { retiredAt: retired ? now() : null } })
    if (!(await isOneRequired(transaction))) return refused('last_required')
    record({ type: 'requirement', id }, {}, retired ? 'requirement.retired' : 'requirement.put_in_force')
    return done({ id })
  },
})

/** Moves a current requirement up or down, by one place unless `places` says how many. */
export const moveRequirement = command({
  on: requirement,
  right: 'administrator',
  confirm: 'always',
  input: z.object({ direction: z.enum(['up', 'down']), places: z.int().positive().optional() }),
  audit: 'requirement.moved',
  version: ({ transaction }) => listRequirements(transaction),
  async run({ transaction, requirement: { id }, input: { direction, places = 1 }, record }) {
    const list = (await listRequirements(transaction)).filter(({ retiredAt }) => !retiredAt)
    const from = list.findIndex((each) => each.id === id)
    if (from < 0) return refused('not_found')
    const to = Math.min(Math.max(from + (direction === 'up' ? -places : places), 0), list.length - 1)
    const [moved] = list.splice(from, 1)
    if (moved) list.splice(to, 0, moved)
    for (const [position, each] of list.entries())
      await transaction.requirement.update({ where: { id: each.id }, data: { position } })
    record({ type: 'requirement', id }, { direction, places })
    return done({ id })
  },
})

/** Sets or removes the template of a requirement. Its name is already sanitised; the bytes are a few hundred kB. */
export const setTemplate = command({
  on: requirement,
  right: 'administrator',
  confirm: 'always',
  input: templateSchema,
  audit: ['requirement.template_set', 'requirement.template_removed'],
  version: ({ transaction, requirement: { id } }) => findRequirement(id, transaction),
  async run({ transaction, requirement: { id }, input: { template }, record }) {
    const data = { templateName: template?.name ?? null, templateBytes: template?.bytes ?? null }
    await transaction.requirement.update({ where: { id }, data })
    record(
      { type: 'requirement', id },
      {},
      template ? 'requirement.template_set' : 'requirement.template_removed',
    )
    return done({ id })
  },
})

async function isOneRequired(transaction: Transaction): Promise<boolean> {
  return (await transaction.requirement.count({ where: { retiredAt: null, required: true } })) > 0
}

async function nextPosition(transaction: Transaction): Promise<number> {
  const { _max } = await transaction.requirement.aggregate({ _max: { position: true } })
  return (_max.position ?? -1) + 1
}

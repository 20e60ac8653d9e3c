import type { ReasonTemplate } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { command, type Target } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { textColumns } from '@/lib/translations'
import { reasonTemplateSchema } from './schema'

/** Every text template for reasons, in each language, oldest first. */
export async function listReasonTemplates() {
  return database().reasonTemplate.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
}

/** One template in each language; null if there is none. */
export async function findReasonTemplate(id: string, transaction: Transaction = database()) {
  return transaction.reasonTemplate.findUnique({ where: { id } })
}

async function lockTemplates(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('reason_template'))`
}

const reasonTemplate: Target<'template', ReasonTemplate, never> = {
  name: 'template',
  find: (transaction, _right, id) => findReasonTemplate(id, transaction),
  lock: lockTemplates,
  subject: ({ id }) => ({ type: 'reason_template', id }),
}

/** Adds a template at the end of the list, or changes one. Reasons already written with it stay as they are. */
export const saveReasonTemplate = command({
  right: 'administrator',
  confirm: 'always',
  input: reasonTemplateSchema,
  audit: ['reason_template.added', 'reason_template.changed'],
  lock: lockTemplates,
  version: async ({ transaction, input: { templateId } }) =>
    templateId ? findReasonTemplate(templateId, transaction) : undefined,
  async run({ transaction, input: { templateId, ...texts }, record }) {
    const id = templateId ?? newId()
    const data = textColumns(texts, 'label', 'text')
    if (templateId) {
      const { count } = await transaction.reasonTemplate.updateMany({ where: { id }, data })
      if (count === 0) return refused('not_found')
    } else await transaction.reasonTemplate.create({ data: { id, ...data, createdAt: now() } })
    const action = templateId ? 'reason_template.changed' : 'reason_template.added'
    record({ type: 'reason_template', id }, {}, action)
    return done({ id })
  },
})

/** Removes a template; refused `not_found` if it is already removed. */
export const removeReasonTemplate = command({
  on: reasonTemplate,
  right: 'administrator',
  confirm: 'always',
  irreversible: true,
  audit: 'reason_template.removed',
  version: ({ template }) => template,
  async run({ transaction, template: { id }, record }) {
    await transaction.reasonTemplate.delete({ where: { id } })
    record({ type: 'reason_template', id })
    return done(undefined)
  },
})

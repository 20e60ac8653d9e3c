import { recordAudit } from '@/lib/audit/commands'
import { now } from '@/lib/clock'
import { database, onRow, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import type { Administrator } from './requirements'
import type { ReasonTemplateInput } from './schema'

/** Every text template for reasons, in both languages, oldest first. */
export async function listReasonTemplates() {
  return database().reasonTemplate.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
}

/** One template in both languages; null if there is none. */
export async function findReasonTemplate(id: string, transaction: Transaction = database()) {
  return transaction.reasonTemplate.findUnique({ where: { id } })
}

/** Adds a template at the end of the list, or changes one. Reasons already written with it stay as they are. */
export async function saveReasonTemplate(
  { templateId, ...data }: ReasonTemplateInput,
  administrator: Administrator,
): Promise<Result<{ id: string }, 'not_found'>> {
  return database().$transaction(async (transaction) => {
    const id = templateId ?? newId()
    if (templateId) {
      requireShown(await lockReasonTemplate(transaction, id))
      const { count } = await transaction.reasonTemplate.updateMany({ where: { id }, data })
      if (count === 0) return refused('not_found')
    } else await transaction.reasonTemplate.create({ data: { id, ...data, createdAt: now() } })
    const action = templateId ? 'reason_template.changed' : 'reason_template.added'
    await recordAudit(transaction, administrator, action, { type: 'reason_template', id })
    return done({ id })
  })
}

/** Removes a template; does nothing if it is already removed. */
export async function removeReasonTemplate(id: string, administrator: Administrator): Promise<void> {
  await onRow(id, async (transaction) => {
    const template = await lockReasonTemplate(transaction, id)
    if (!template) return
    requireShown(template)
    await transaction.reasonTemplate.delete({ where: { id } })
    const subject = { type: 'reason_template', id } as const
    await recordAudit(transaction, administrator, 'reason_template.removed', subject)
  })
}

async function lockReasonTemplate(transaction: Transaction, id: string) {
  await transaction.$executeRaw`SELECT FROM reason_template WHERE id = ${id}::uuid FOR UPDATE`
  return findReasonTemplate(id, transaction)
}

import { z } from 'zod'
import { reasonSchema } from '@/lib/developers/reason'
import { parseNetwork } from '@/lib/network'

/** Networks that an application can list. */
export const maxNetworks = 20

/** As typed: 20 of the longest networks, with what people put between them. */
const maxLength = 4000

/** An owner's list, and why it is needed. Issues are keys of messages. */
export const networksSchema = z.object({
  networks: z.string('networks_required').max(maxLength, 'too_long').transform(readNetworks),
  /** For the reviewer; needed only where one decides. */
  reason: z
    .string()
    .optional()
    .transform((text) => (text?.trim() ? text : undefined))
    .pipe(reasonSchema.shape.reason.optional()),
})

/**
 * Reads a list as people type or paste it: one on each line, or with commas between them. Repeated ones count once.
 * @returns canonical networks; `context` gets what is wrong with the first wrong one
 */
function readNetworks(text: string, context: z.RefinementCtx): string[] {
  const networks = new Set<string>()
  const refuse = (message: string, params: object) => {
    context.addIssue({ code: 'custom', message, params })
    return z.NEVER
  }
  for (const entry of text.split(/[\s,;]+/)) {
    if (entry === '') continue
    const read = parseNetwork(entry)
    if ('problem' in read) {
      const { reason, ...named } = read.problem
      return refuse(reason, { ...named, address: entry.split('/')[0] })
    }
    networks.add(read.network)
    if (networks.size > maxNetworks) return refuse('too_many', { max: maxNetworks })
  }
  return [...networks]
}

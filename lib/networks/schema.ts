import { z } from 'zod'
import { reasonSchema } from '@/lib/developers/reason'
import { type NetworkProblem, readNetwork } from '@/lib/network'

/** Networks that an application can list. */
export const maxNetworks = 20

/** As typed: 20 of the longest networks, with what people put between them. */
const maxLength = 4000

export type ListProblem = NetworkProblem | { reason: 'too_many' }

/**
 * Reads a list as people type or paste it: one on each line, or with commas between them. Repeated ones
 * count once.
 * @returns canonical networks, or what is wrong with the first wrong one
 */
export function readNetworks(text: string): { networks: string[] } | { problem: ListProblem } {
  const networks = new Set<string>()
  for (const entry of text.split(/[\s,;]+/)) {
    if (entry === '') continue
    const read = readNetwork(entry)
    if ('problem' in read) return read
    networks.add(read.network)
    if (networks.size > maxNetworks) return { problem: { reason: 'too_many' } }
  }
  return { networks: [...networks] }
}

/** An owner's input, first to preview a list, then to save the list that they saw. Issues are keys of messages. */
export const networksSchema = z.object({
  networks: z.string('networks_required').max(maxLength, 'too_long'),
  intent: z.enum(['preview', 'save']).catch('preview'),
  /** The canonical list that was previewed. */
  previewed: z.string().catch(''),
  /** For the reviewer; read only where one decides. */
  reason: z
    .string()
    .optional()
    .transform((text) => (text?.trim() ? text : undefined))
    .pipe(reasonSchema.shape.reason.optional()),
})

import type { Organisation } from '@/generated/prisma/client'
import { confusableKey } from '@/lib/confusables'
import type { Transaction } from '@/lib/database'

type Numbered = Partial<Pick<Organisation, 'registrationNumber'>>

/** Fields of an organisation with the key that goes with its number, if the number is among them. */
export function withKey<Fields extends Numbered>(fields: Fields) {
  const { registrationNumber: number } = fields
  return { ...fields, registrationKey: number === undefined ? undefined : confusableKey(number) }
}

/**
 * Fills the keys that earlier versions left out. Verified organisations whose numbers look alike were
 * verified before this was compared: only the first gets its key, as the index allows one.
 * @returns the ids of those that got none
 */
export async function fillRegistrationKeys(transaction: Transaction): Promise<string[]> {
  const without = await transaction.organisation.findMany({
    where: { registrationKey: null },
    orderBy: { id: 'asc' },
    select: { id: true, registrationNumber: true },
  })
  const refused: string[] = []
  for (const { id, registrationNumber } of without) {
    const key = confusableKey(registrationNumber)
    const changed = await transaction.$executeRaw`
      UPDATE organisation o SET registration_key = ${key} WHERE o.id = ${id}::uuid AND NOT EXISTS (
        SELECT FROM organisation other
        WHERE other.id <> o.id AND other.country = o.country AND other.registration_key = ${key}
          AND other.verified_at IS NOT NULL AND other.state <> 'closed'
          AND o.verified_at IS NOT NULL AND o.state <> 'closed')`
    if (changed === 0) refused.push(id)
  }
  return refused
}

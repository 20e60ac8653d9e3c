import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'

const able = { activatedAt: { not: null }, suspendedAt: null, deletedAt: null }

/**
 * True when no one else could administer: activated, neither suspended nor deleted. Takes the lock of the trigger
 * `keep_administrator`, so that two administrators who remove each other are serialised. The caller has locked the
 * developer's row before.
 */
export async function isLastAdministrator(transaction: Transaction, developerId: string): Promise<boolean> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('last_administrator'))`
  const administrators = await transaction.developer.findMany({
    where: { role: 'administrator', ...able },
    select: { id: true },
  })
  return administrators.length === 1 && administrators[0]?.id === developerId
}

/** Administrators who can act, as recipients of mail. */
export function listAdministrators(transaction: Transaction) {
  return transaction.developer.findMany({ where: { role: 'administrator', ...able }, orderBy: { id: 'asc' } })
}

/** The developer, locked until the transaction ends; null for unknown and deleted ones. */
export async function lockDeveloper(transaction: Transaction, developerId: string) {
  await transaction.$queryRaw`SELECT id FROM developer WHERE id = ${developerId}::uuid FOR NO KEY UPDATE`
  return transaction.developer.findFirst({ where: { id: developerId, deletedAt: null } })
}

/**
 * The developer with this address, created unactivated if there is none, and locked until the transaction ends. The row
 * is written even if it exists, so that a concurrent removal of unactivated accounts leaves it alone.
 */
export async function lockByEmail(transaction: Transaction, email: string, locale: string) {
  const id = newId()
  const [row] = await transaction.$queryRaw<{ id: string }[]>`
    INSERT INTO developer (id, email, locale, created_at) VALUES (${id}::uuid, ${email}, ${locale}, ${now()})
    ON CONFLICT (email) DO UPDATE SET email = developer.email RETURNING id`
  const developer = await transaction.developer.findUniqueOrThrow({ where: { id: row?.id ?? id } })
  return { developer, isNew: developer.id === id }
}

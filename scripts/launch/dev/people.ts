import type { Role } from '@/generated/prisma/enums'
import { closeDatabase, connectTo, database } from '@/lib/database'
import { hashPassword } from '@/lib/identity/password'
import { newId } from '@/lib/ids'
import { makePassword } from '../start/keys'

export type DevelopmentUser = { role: Role; email: string; password: string }

const roles: Role[] = ['developer', 'reviewer', 'administrator']

/**
 * Creates a developer, a reviewer and an administrator, or gives those of an earlier start new passwords.
 * @param url the development start's database, as its owner
 */
export async function seedUsers(url: string): Promise<DevelopmentUser[]> {
  connectTo(url, 'guichet-dev')
  try {
    return await Promise.all(roles.map(seedUser))
  } finally {
    await closeDatabase()
  }
}

export function emailOf(role: Role): string {
  return `${role}@guichet.localhost`
}

async function seedUser(role: Role): Promise<DevelopmentUser> {
  const email = emailOf(role)
  const password = makePassword()
  const row = { role, passwordHash: await hashPassword(password) }
  await database().developer.upsert({ where: { email }, create: { id: newId(), email, ...row }, update: row })
  // An account is activated only once: the database refuses a second activation.
  await database().developer.updateMany({
    where: { email, activatedAt: null },
    data: { activatedAt: new Date() },
  })
  return { role, email, password }
}

import { closeDatabase, connectTo } from '@/lib/database'
import { seedRequirements } from '@/prisma/seed-requirements'
import { createTestDatabase, type TestDatabase } from './postgres'

/** A database that holds the requirements of Production applications. Connects to it as the portal does. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const own = await createTestDatabase()
  await seedRequirements(connectTo(own.url).prisma)
  await closeDatabase()
  connectTo(own.portalUrl)
  return own
}

import type { Pool } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { closeDatabase, connectTo, database } from '@/lib/database'
import { createPool } from '@/lib/pool'
import { seedRequirements } from '@/prisma/seed'
import { ownerPool } from './factories'
import { createTestDatabase, type TestDatabase } from './postgres'

type Role = 'owner' | 'portal' | 'gateway' | 'worker' | 'feed'

/**
 * The database of one test file. Its pools open no connection before they are used; addresses are set in
 * `beforeAll`.
 */
export type OwnDatabase = TestDatabase & {
  /** As the owner of the tables. */
  owner: Pool
  gateway: Pool
  worker: Pool
  /** Points `database()` at it with the rights of another role. */
  connectAs(role: Role): Promise<Pool>
}

type Options = {
  /** Whose rights `database()` has. */
  as?: Role
  /** Seeds the documents that Production applications need: all, or only those of these English names. */
  requirements?: true | string[]
}

/** Gives the test file, or the `describe` around the call, a database that is dropped at its end. */
export function withOwnDatabase({ as = 'portal', requirements }: Options = {}): OwnDatabase {
  const pools = {
    owner: ownerPool(''),
    gateway: createPool('', 2, 'guichet-test-gateway'),
    worker: createPool('', 2, 'guichet-test-worker'),
  }
  const own = { ...pools, connectAs } as OwnDatabase

  async function connectAs(role: Role): Promise<Pool> {
    await closeDatabase()
    return connectTo(role === 'owner' ? own.url : own[`${role}Url`])
  }

  async function seed(): Promise<void> {
    await connectAs('owner')
    await seedRequirements(database())
    if (Array.isArray(requirements))
      await own.owner.query('UPDATE requirement SET retired_at = now() WHERE name_en <> ALL ($1)', [
        requirements,
      ])
  }

  beforeAll(async () => {
    Object.assign(own, await createTestDatabase())
    pools.owner.options.connectionString = own.url
    pools.gateway.options.connectionString = own.gatewayUrl
    pools.worker.options.connectionString = own.workerUrl
    if (requirements) await seed()
    await connectAs(as)
  })
  afterAll(async () => {
    await closeDatabase()
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
    await own.drop()
  })
  return own
}

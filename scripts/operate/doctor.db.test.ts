import { expect, test } from 'vitest'
import { databasePool } from '@/lib/database'
import { withClient } from '@/lib/pool'
import { applyGrants } from '@/prisma/grants'
import { defaultTimeouts } from '@/prisma/transactions'
import { withOwnDatabase } from '@/test/own-database'
import { testRoles } from '@/test/postgres'
import { checkRoles } from './doctor'

const own = withOwnDatabase()
const { owner } = own
const { gateway, worker } = testRoles

test('the doctor finds rights that a role lacks or should not have, and the role of another process', async () => {
  const outcomes = async (roles: Parameters<typeof checkRoles>[1]) =>
    (await checkRoles(databasePool(), roles)).map(({ outcome, values }) => [outcome, values.right])
  expect(await outcomes(testRoles)).toEqual(Object.keys(testRoles).map(() => ['good', '']))
  // The gateway's role for the worker.
  expect(await outcomes({ worker: gateway })).toEqual([['lacking', expect.any(String)]])
  await owner.query(`REVOKE UPDATE ON usage_minute FROM ${gateway}`)
  expect(await outcomes({ gateway })).toEqual([['lacking', expect.stringContaining('UPDATE usage_minute.')]])
  await owner.query(`GRANT UPDATE ON usage_minute TO ${gateway}; GRANT DELETE ON application TO ${gateway}`)
  expect(await outcomes({ gateway })).toEqual([
    ['superfluous', expect.stringContaining('DELETE application.')],
  ])
  await owner.query(
    `REVOKE DELETE ON application FROM ${gateway}; ALTER TABLE wallet_account DISABLE ROW LEVEL SECURITY`,
  )
  expect(await outcomes({ gateway })).toEqual([['superfluous', 'BYPASSRLS wallet_account']])
  await owner.query('ALTER TABLE wallet_account ENABLE ROW LEVEL SECURITY')
  expect(await outcomes({ gateway })).toEqual([['good', '']])
  await withClient({ connectionString: own.url }, (client) =>
    applyGrants(
      { client, connectionString: own.url, timeouts: defaultTimeouts },
      { portal: gateway, gateway, worker },
    ),
  )
  expect(await outcomes({ portal: gateway, gateway })).toEqual([['shared', '']])
  const { rows } = await owner.query('SELECT current_user AS name')
  expect(await outcomes({ portal: rows[0].name })).toEqual([['owner', '']])
})

import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { createPool } from '@/lib/pool'
import { refused } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createApplication, createDeveloper, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { countOpenAlerts, listAlerts, resolveAlert } from './alert'
import { raiseAlert } from './commands'

const own = withOwnDatabase()
let administrator: Developer<'administrator'>

beforeAll(async () => {
  administrator = await createDeveloper({ role: 'administrator' })
})

test('an alert is open until one administrator resolves it, which is recorded', async () => {
  const gateway = createPool(own.gatewayUrl, 1, 'test')
  for (let n = 0; n < 2; n++) {
    const application = await createApplication(own.owner, { environment: 'production' })
    await raiseAlert(gateway, 'production', 'account_enumeration', application.id, { limit: 100 })
    await raiseAlert(gateway, 'sandbox', 'account_enumeration', application.id, { limit: 100 })
  }
  await gateway.end()
  expect(await countOpenAlerts()).toBe(2)
  const { rows, older } = await listAlerts({ open: true }, undefined, 1)
  expect({ length: rows.length, older }).toEqual({ length: 1, older: true })
  const id = rows[0]?.id ?? ''
  const results = await Promise.all([1, 2].map(() => executeAs(administrator, resolveAlert, { target: id })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results).toContainEqual(refused('not_found'))
  expect(await countOpenAlerts()).toBe(1)
  const resolved = await listAlerts({ open: false }, undefined, 10)
  expect(resolved.rows).toMatchObject([{ id, resolvedById: administrator.id }])
  expect(await database().auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
    { action: 'alert.resolved', actorId: administrator.id },
  ])
})

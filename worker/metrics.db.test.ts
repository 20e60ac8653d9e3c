import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { noteRun } from '@/lib/health/command-runs'
import { newId } from '@/lib/ids'
import { addAdministrationEndpoint } from '@/lib/webhooks/endpoint'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createInState } from '@/test/validation'
import { watchInstallation } from './metrics'

const own = withOwnDatabase()

async function read(name: string) {
  const registry = new Registry()
  watchInstallation(registry, own.worker)
  const text = await registry.metrics()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'missing')
}

test('the newest change of Production accounts has an age, and none before the first import', async () => {
  const name = 'guichet_accounts_newest_change_age_seconds'
  expect(await read(name)).toBeNaN()
  for (const [environment, hours] of [
    ['production', 40],
    ['production', 30],
    ['sandbox', 1],
  ])
    await own.owner.query(
      `INSERT INTO account_import (environment, source, as_of) VALUES ($1, 'stream', now() - make_interval(hours => $2))`,
      [environment, hours],
    )
  expect(Math.abs((await read(name)) - 30 * 3600)).toBeLessThan(60)
})

test('applications are counted by environment and state, and submissions that wait for a reviewer', async () => {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  for (const state of ['draft', 'in_validation', 'in_validation', 'active'] as const)
    await createInState(own.owner, reviewer, state)
  await own.owner.query(
    `UPDATE submission SET due_at = now() - interval '1 minute' WHERE id = (SELECT id FROM submission WHERE state = 'in_validation' LIMIT 1)`,
  )
  const registry = new Registry()
  watchInstallation(registry, own.worker)
  const text = await registry.metrics()
  expect(
    [...text.matchAll(/^guichet_applications\{(.+)\} (\d+)$/gm)].map(([, labels, count]) => [labels, count]),
  ).toEqual(
    expect.arrayContaining([
      ['environment="production",state="draft"', '1'],
      ['environment="production",state="in_validation"', '2'],
      ['environment="production",state="active"', '1'],
    ]),
  )
  expect(text).toMatch(/^guichet_submissions_waiting 2$/m)
  expect(text).toMatch(/^guichet_submissions_overdue 1$/m)
})

test('deliveries that are due wait, those to a disabled endpoint do not', async () => {
  const [used, disabled, event] = [newId(), newId(), newId()]
  await own.owner.query(`
    INSERT INTO webhook_endpoint (id, application_id, url, events, disabled_at, disabled_reason)
      SELECT x.id::uuid, a.id, 'https://' || x.id || '.example.com', '{}', x.at, x.reason
      FROM (SELECT id FROM application WHERE state = 'active' LIMIT 1) a,
        (VALUES ('${used}', NULL, NULL), ('${disabled}', now(), 'gone')) x (id, at, reason);
    INSERT INTO webhook_event (id, type, data) VALUES ('${event}', 'x', '{}');
    INSERT INTO webhook_delivery (endpoint_id, event_id, next_attempt_at)
      SELECT id, '${event}', now() FROM webhook_endpoint WHERE id IN ('${used}', '${disabled}')`)
  expect(await read('guichet_webhooks_waiting')).toBe(1)
  await own.owner.query(
    `DELETE FROM webhook_delivery; DELETE FROM webhook_event; DELETE FROM webhook_endpoint`,
  )
})

test('endpoints of the administration are as many entries behind as the last of them', async () => {
  const name = 'guichet_audit_webhooks_behind'
  expect(await read(name)).toBe(0)
  const administrator = await createDeveloper({ role: 'administrator' })
  for (const host of ['a', 'b'])
    await executeAs(administrator, addAdministrationEndpoint, {
      input: { url: `https://${host}.example.com/`, events: ['audit.recorded'] },
    })
  expect(await read(name)).toBe(2)
  await own.owner.query(`UPDATE webhook_endpoint SET delivered_sequence = delivered_sequence + 1`)
  expect(await read(name)).toBe(1)
})

test.each([
  ['backup', 'guichet_backup_age_seconds'],
  ['audit:verify', 'guichet_audit_verified_age_seconds'],
] as const)('%s has an age before its first run, that of the installation', async (command, name) => {
  await own.owner.query(
    `UPDATE command_run SET watched_since = now() - interval '3 days' WHERE command = $1`,
    [command],
  )
  expect(Math.abs((await read(name)) - 3 * 86_400)).toBeLessThan(60)
  await noteRun(own.owner, command, { at: new Date(Date.now() - 3_600_000) })
  expect(Math.abs((await read(name)) - 3600)).toBeLessThan(60)
})

test('the faults of the last verification of the audit log are a metric of every worker', async () => {
  expect(await read('guichet_audit_faults')).toBe(0)
  await noteRun(own.owner, 'audit:verify', { faults: 3 })
  expect(await read('guichet_audit_faults')).toBe(3)
})

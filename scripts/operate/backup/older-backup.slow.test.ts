import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '@/lib/audit/verify'
import { newId } from '@/lib/ids'
import { withClient } from '@/lib/pool'
import { migrate, readMigrations } from '@/prisma/migrate'
import { createApplication, createClient, createDeveloper, ownerPool } from '@/test/factories'
import { createEmptyDatabase, type TestDatabase } from '@/test/postgres'
import type { Manifest } from './archive'
import { dumpDatabase } from './dump'
import { loadArchive } from './load'
import { finishTarget, prepareTarget } from './target'

/** The newest migration of the previous release. */
const lastOfPrevious = '20261122065000_usage_in_pieces'

let source: TestDatabase
let target: TestDatabase
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guichet-older-'))
  source = await createEmptyDatabase()
  target = await createEmptyDatabase()
})

afterAll(async () => {
  await source.drop()
  await target.drop()
  rmSync(folder, { recursive: true })
})

function rolesOf({ portalUrl, gatewayUrl, workerUrl }: TestDatabase) {
  const name = (url: string) => decodeURIComponent(new URL(url).username)
  return { portal: name(portalUrl), gateway: name(gatewayUrl), worker: name(workerUrl) }
}

/** Data as the previous release leaves it: a member who left, e-mails, tokens, uploads, calls and links. */
async function fill() {
  const owner = ownerPool(source.url)
  const [{ id: awa }, { id: moussa }] = [await createDeveloper({}, owner), await createDeveloper({}, owner)]
  const { applicationId } = await createClient(owner, { developerId: awa })
  const production = await createApplication(owner, {
    developerId: awa,
    environment: 'production',
    state: 'active',
  })
  const { rows } = await owner.query('SELECT id FROM submission WHERE application_id = $1', [production.id])
  const requirement = newId()
  await owner.query('UPDATE submission SET submitted_at = now() WHERE id = $1', [rows[0].id])
  await owner.query(
    `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail) VALUES
       ($1, 'developer', 'application.member_joined', 'application', $2, '{"role": "member"}'),
       ($3, 'developer', 'application.member_removed', 'application', $2, jsonb_build_object('memberId', $1::text))`,
    [moussa, applicationId, awa],
  )
  await owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
     VALUES ($1, 1, 'n', 'k', sha256('t'), now(), now() + interval '5 minutes 9 microseconds')`,
    [applicationId],
  )
  await owner.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address, hint)
     VALUES ($1, $2, now(), 'token', 401, 1, '', 'wrong or retired secret')`,
    [applicationId, newId()],
  )
  await owner.query(
    `INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status)
     SELECT $2, email, 'password-changed', 'en', 'k', 'sent' FROM developer WHERE id = $1`,
    [moussa, newId()],
  )
  await owner.query(
    `INSERT INTO requirement (id, name_en, name_fr, accepted_kinds, max_bytes, position)
     VALUES ($1, 'Identity', 'Identité', '{pdf}', 1048576, 90)`,
    [requirement],
  )
  await owner.query(
    `INSERT INTO document (id, submission_id, requirement_id, version, name, kind, size, sha256, encryption_key_id)
     VALUES ($1, $2, $3, 1, 'a.pdf', 'pdf', 0, sha256(''), 'k')`,
    [newId(), rows[0].id, requirement],
  )
  await owner.end()
  return { awa, moussa, applicationId, production: production.id }
}

test('a backup by the previous release can be restored by this one', async () => {
  const previous = readMigrations().filter(({ name }) => name <= lastOfPrevious)
  await migrate(source.url, null, previous)
  const { awa, moussa, applicationId, production } = await fill()
  const manifest: Manifest = await withClient({ connectionString: source.url }, (client) =>
    dumpDatabase(client, folder),
  )
  expect(manifest.migrations.at(-1)?.name).toBe(lastOfPrevious)

  await withClient({ connectionString: target.url }, async (client) => {
    await prepareTarget(client, target.url, manifest)
    await loadArchive(client, folder, manifest)
    await finishTarget(client, target.url, rolesOf(target))
  })

  const owner = ownerPool(target.url)
  const all = async (sql: string) => (await owner.query(sql)).rows
  expect(
    (await verifyAudit(owner, { anchors: manifest.auditHead ? [manifest.auditHead] : [] })).faults,
  ).toEqual([])
  const participants = await all('SELECT application_id AS a, developer_id AS d FROM application_participant')
  expect(participants).toHaveLength(3)
  expect(participants).toEqual(
    expect.arrayContaining([
      { a: applicationId, d: awa },
      { a: applicationId, d: moussa },
      { a: production, d: awa },
    ]),
  )
  expect(await all('SELECT developer_id AS d FROM mail_message')).toEqual([{ d: moussa }])
  expect(await all('SELECT expires_at - issued_at AS life FROM access_token')).toMatchObject([
    { life: { minutes: 5 } },
  ])
  expect(await all('SELECT hint FROM recent_call')).toEqual([{ hint: 'wrong_secret' }])
  expect(await all('SELECT submitted_at IS NOT NULL AS sent FROM document')).toEqual([{ sent: true }])
  await owner.end()
})

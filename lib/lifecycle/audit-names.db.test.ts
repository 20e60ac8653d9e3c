import { expect, test } from 'vitest'
import { searchAudit } from '@/lib/audit/queries'
import { revealSecret } from '@/lib/credentials/client-secret'
import { newId } from '@/lib/ids'
import { executeAs } from '@/scripts/launch/execute-as'
import { createApplication, createDeveloper, issueSecret } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { nameAuditRows } from './audit-names'

const own = withOwnDatabase()

async function write(
  action: string,
  subjectType: string,
  subjectId: string,
  detail = {},
  actorId: string | null = null,
) {
  await own.owner.query(
    `INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [actorId, actorId ? 'developer' : 'system', action, subjectType, subjectId, detail],
  )
}

async function newest() {
  const { rows } = await searchAudit({}, {}, 1)
  const found = await nameAuditRows(rows)
  return found.get(rows[0]?.sequence ?? '')
}

test('who revealed the secret of which application', async () => {
  const ada = await createDeveloper({ email: 'ada@example.com' })
  const { id } = await createApplication(own.owner, { developerId: ada.id, name: 'Shop checkout' })
  await issueSecret(own.owner, id, 'sandbox')
  expect(await executeAs(ada, revealSecret, { target: id })).toMatchObject({ ok: true })
  expect(await newest()).toEqual({
    actor: { id: ada.id, email: 'ada@example.com', displayName: '' },
    person: null,
    organisation: null,
    application: { id, name: 'Shop checkout', environment: 'sandbox' },
    thing: null,
  })
})

test('the other person, and required documents in each language', async () => {
  const grace = await createDeveloper({ email: 'grace@example.com' })
  const till = await createApplication(own.owner, { name: 'Till' })
  await write('application.member_removed', 'application', till.id, { memberId: grace.id })
  expect(await newest()).toMatchObject({
    person: { id: grace.id, email: 'grace@example.com' },
    application: { name: 'Till' },
  })
  const id = newId()
  await own.owner.query(
    `INSERT INTO requirement (id, name_en, name_fr, accepted_kinds, max_bytes, position)
     VALUES ($1, 'Licence', 'Agrément', '{pdf}', 1000, 99)`,
    [id],
  )
  await write('requirement.added', 'requirement', id)
  expect(await newest()).toMatchObject({ thing: { name: { en: 'Licence', fr: 'Agrément' } } })
})

test('what is gone, or no id at all, has no name', async () => {
  await write('submission.claimed', 'submission', newId(), {}, newId())
  expect(await newest()).toEqual({
    actor: null,
    person: null,
    application: null,
    organisation: null,
    thing: null,
  })
  await write('audit.exported', 'audit_log', 'audit_log', { memberId: 7, applicationId: "'; --" })
  expect(await newest()).toEqual({
    actor: null,
    person: null,
    application: null,
    organisation: null,
    thing: null,
  })
  expect(await nameAuditRows([])).toEqual(new Map())
})

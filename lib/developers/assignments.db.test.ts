import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { createDeveloper } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { createDraft } from '@/test/validation'
import { releaseAssignments } from './roles'

const { owner: sql } = withOwnDatabase()

test('claims end on one application, on an organisation with its applications, or on everything, of one reviewer', async () => {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  const colleague = await createDeveloper({ role: 'reviewer' })
  const owner = await createDeveloper()
  const drafts = () => createDraft(sql, { documents: false, owner })
  const one = await drafts()
  const other = await drafts()
  const inside = await drafts()
  const theirs = await drafts()
  const organisation = await createOrganisation(owner)
  await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [
    inside.applicationId,
    organisation,
  ])
  await sql.query(`UPDATE submission SET claimed_by_id = $1, claimed_until = now() + interval '1 hour'`, [
    reviewer.id,
  ])
  await sql.query('UPDATE submission SET claimed_by_id = $1 WHERE id = $2', [
    colleague.id,
    theirs.submissionId,
  ])

  const end = (subjectId?: string) =>
    database().$transaction((transaction) => releaseAssignments(transaction, reviewer.id, subjectId))
  const claimed = async () => {
    const rows = await database().submission.findMany({
      where: { NOT: { assigneeId: null, assignedUntil: null } },
    })
    return rows.map(({ applicationId, organisationId }) => applicationId ?? organisationId).sort()
  }
  await end(one.applicationId)
  expect(await claimed()).toEqual(
    [other.applicationId, inside.applicationId, theirs.applicationId, organisation].sort(),
  )
  await end(organisation)
  expect(await claimed()).toEqual([other.applicationId, theirs.applicationId].sort())
  await end()
  expect(await claimed()).toEqual([theirs.applicationId])
})

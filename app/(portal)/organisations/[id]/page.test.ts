import { expect, test } from 'vitest'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { setValidity } from '@/lib/documents/validity'
import { submitForValidation } from '@/lib/validation/submit'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { upload } from '@/test/validation'
import { loadPage } from '@/test/walls/load-page'

withOwnDatabase({ requirements: true })

test('the last day of a document is written as every other date', async () => {
  const owner = await createDeveloper()
  const id = await createOrganisation(owner)
  const asked = await database().submissionRequirement.findMany({
    where: { submission: { organisationId: id } },
  })
  for (const { requirementId } of asked) await upload(id, requirementId, owner)
  const [first] = asked
  await setValidity(id, [{ requirementId: first?.requirementId ?? '', value: '2030-01-14' }], owner)
  expect((await submitForValidation(id, owner)).ok).toBe(true)
  const session = await openSession(owner.id, { confirmedAt: now() })
  const html = await loadPage('(portal)/organisations/[id]/page', { id }, session)
  expect(html).toContain('<time dateTime="2030-01-14">14 Jan 2030</time>')
})

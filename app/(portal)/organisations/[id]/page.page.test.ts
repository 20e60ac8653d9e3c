import { expect, test } from 'vitest'
import { now } from '@/lib/clock'
import { database } from '@/lib/database'
import { setValidity } from '@/lib/documents/validity'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { asCaller } from '@/test/access/next-request'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { formOf } from '@/test/forms'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { upload } from '@/test/validation'
import { POST } from './documents/route'

withOwnDatabase({ requirements: true })

test('a document that has expired by the time of the submission is named next to its date', async () => {
  const owner = await createDeveloper()
  const id = await createOrganisation(owner)
  const asked = await database().submissionRequirement.findMany({
    where: { submission: { organisationId: id } },
  })
  for (const { requirementId } of asked) await upload(id, requirementId, owner)
  const [requirementId] = asked.map((each) => each.requirementId)
  await database().document.updateMany({
    where: { requirementId },
    data: { validUntil: new Date('2020-01-14') },
  })
  const claims = await openSession(owner.id, { confirmedAt: now() })
  const body = formOf({ intent: 'submit' })
  const headers = { origin: 'http://localhost:3000' }
  const request = new Request('http://localhost:3000', { method: 'POST', headers, body })
  const response = await asCaller(claims, () => POST(request, { params: Promise.resolve({ id }) }))
  const location = new URL(response.headers.get('location') ?? '', 'http://localhost')
  const query = Object.fromEntries(location.searchParams)
  expect(query).toMatchObject({
    refused: 'expired_documents',
    problem: `validUntil.${requirementId}:date_past`,
  })
  const html = await loadPage('(portal)/organisations/[id]/page', { id }, claims, query)
  expect(html.split('This date is in the past.')).toHaveLength(2)
})

test('the last day of a document is written as every other date', async () => {
  const owner = await createDeveloper()
  const id = await createOrganisation(owner)
  const asked = await database().submissionRequirement.findMany({
    where: { submission: { organisationId: id } },
  })
  for (const { requirementId } of asked) await upload(id, requirementId, owner)
  const [first] = asked
  await executeAs(owner, setValidity, {
    target: id,
    input: [{ requirementId: first?.requirementId ?? '', value: '2030-01-14' }],
  })
  expect((await executeAs(owner, submitForValidation, { target: id })).ok).toBe(true)
  const session = await openSession(owner.id, { confirmedAt: now() })
  const html = await loadPage('(portal)/organisations/[id]/page', { id }, session)
  expect(html).toContain('<time dateTime="2030-01-14">14 Jan 2030</time>')
  expect(html).toMatch(/[\d,]+ days left/)
  await database().organisation.update({ where: { id }, data: { state: 'verified', verifiedAt: now() } })
  const load = async () =>
    (await loadPage('(portal)/organisations/[id]/page', { id }, session)).replace(/<[^>]+>/g, '')
  expect(await load()).toMatch(/Verified ?The first document expires on 14 Jan 2030/)
  const soon = new Date(now().getTime() + 30 * 86_400_000)
  await database().document.updateMany({ where: { validUntil: { not: null } }, data: { validUntil: soon } })
  expect(await load()).toMatch(/Verified, a document expires on \d+ \w+ \d+ ?Applications keep working/)
})

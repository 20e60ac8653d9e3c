import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { startRehearsal } from '@/lib/rehearsals/commands'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createApplication, createDeveloper } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import {
  addDocuments,
  createDraft,
  createInState,
  createSubmitted,
  decide,
  pdf,
  upload,
} from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: true })
const reason = 'The stamp cannot be read.'

async function requestChanges({ replacing }: { replacing: boolean }) {
  const draft = await createSubmitted(sql)
  const { id } = await createDeveloper({ role: 'reviewer' }, sql)
  const requirementId = await findLast(draft.submissionId)
  const verdicts = replacing
    ? [{ requirementId, verdict: 'replace', reason: 'Page 2 is missing.' } as const]
    : []
  await decide(
    draft.submissionId,
    'changes_requested',
    {
      id,
      role: 'reviewer',
    },
    { verdicts },
  )
  return draft
}

async function findLast(submissionId: string): Promise<string> {
  const found = await database().submissionRequirement.findFirstOrThrow({
    where: { submissionId },
    orderBy: { position: 'desc' },
  })
  return found.requirementId
}

async function load({ applicationId, owner }: Awaited<ReturnType<typeof createSubmitted>>, query = {}) {
  const file = '(portal)/applications/[id]/validation/page'
  return loadPage(file, { id: applicationId }, await openSession(owner.id), query)
}

test('after changes were requested, what is to be replaced comes first, with its reason', async () => {
  const draft = await requestChanges({ replacing: true })
  const html = await load(draft)
  const replaced = await findLast(draft.submissionId)
  const fields = [...html.matchAll(/<input[^>]* id="document-([^"]+)"/g)].map(([, id]) => id)
  expect(fields[0]).toBe(replaced)
  expect(fields.length).toBeGreaterThan(2)
  expect(html.match(/data-drop="[^"]+"/g)).toEqual([`data-drop="document-${replaced}"`])
  expect(html).toContain('Needs replacing: Page 2 is missing.')
  expect(html.split(reason)).toHaveLength(2)
})

test('that it has yet to be reviewed with its organisation leads here from other pages only', async () => {
  const { id: reviewerId } = await createDeveloper({ role: 'reviewer' }, sql)
  const draft = await createInState(sql, { id: reviewerId, role: 'reviewer' }, 'active')
  const organisation = await createOrganisation(draft.owner)
  await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [
    draft.applicationId,
    organisation,
  ])
  const html = await load(draft)
  expect(html).toContain('Still approved under its old documents')
  expect(html).not.toContain('Go to validation')
  const overview = await loadPage(
    '(portal)/applications/[id]/page',
    { id: draft.applicationId },
    await openSession(draft.owner.id),
  )
  expect(overview).toContain('Go to validation')
})

test('if no document in particular is to be replaced, all are shown', async () => {
  const html = await load(await requestChanges({ replacing: false }))
  expect(html).not.toContain('data-drop')
  expect(html.split(reason)).toHaveLength(2)
})

test('a file that reviewers have seen already, or that repeats another, is pointed out', async () => {
  const draft = await requestChanges({ replacing: true })
  const requirementId = await findLast(draft.submissionId)
  await upload(draft.applicationId, requirementId, draft.owner)
  expect(await load(draft)).toContain('This is the same file as version 1')
  await upload(draft.applicationId, requirementId, draft.owner, pdf(900))
  expect(await load(draft)).not.toContain(`This is the same file as version`)
})

test.each([
  ['keys_required', /Production applications must authenticate with keys\. Add a public key/],
  [
    'organisation_required',
    /Production applications must belong to a verified organisation\..*<a [^>]*href="\/organisations"[^>]*>Organisations<\/a>/s,
  ],
])('a submission that was refused as %s says what to do', async (refused, said) => {
  const draft = await requestChanges({ replacing: false })
  expect(await load(draft, { refused })).toMatch(said)
})

test('where an organisation is required, only the application’s own documents are asked, and the page says what is missing', async () => {
  const scoped = `UPDATE submission_requirement SET scope = $1 WHERE requirement_id = $2`
  const ofCompany = (await database().requirement.findFirstOrThrow({ orderBy: { position: 'asc' } })).id
  const draft = await requestChanges({ replacing: false })
  await sql.query(scoped, ['organisation', ofCompany])
  const note = 'A company’s documents are verified once, with its organisation.'
  const show = async () => {
    const html = await load(draft)
    return [html.includes(`id="document-${ofCompany}"`), html.includes(note)]
  }
  expect(await show()).toEqual([true, false])
  getSettings().ORGANISATIONS = 'required'
  expect(await show()).toEqual([false, true])
  const organisationId = await createOrganisation(draft.owner)
  await sql.query('UPDATE application SET organisation_id = $2 WHERE id = $1', [
    draft.applicationId,
    organisationId,
  ])
  expect(await show()).toEqual([false, true])
  await sql.query(`UPDATE organisation SET state = 'verified', verified_at = now() WHERE id = $1`, [
    organisationId,
  ])
  expect(await show()).toEqual([false, false])
  // An approved application is changed with its own documents.
  await sql.query(`UPDATE submission SET revision = true WHERE id = $1`, [draft.submissionId])
  await sql.query(`UPDATE organisation SET state = 'changes_requested' WHERE id = $1`, [organisationId])
  expect(await show()).toEqual([true, false])
})

test('before it is sent, the rail counts what is there, and the page says by when a decision comes', async () => {
  const draft = await createDraft(sql, { documents: false })
  const bare = await load(draft)
  const [, ready = '', needed = ''] = /Go live<\/span><span[^>]*>(\d+) \/ (\d+)</.exec(bare) ?? []
  const rows = bare.match(/data-drop="document-/g) ?? []
  expect(Number(needed) - Number(ready)).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(1)
  expect(bare).toContain('2 working days')
  expect(bare).toMatch(/\d+ of the last \d+ decisions were on time. Half took 1 working hour or less\./)
  await sql.query('DELETE FROM decision')
  expect(await load(draft)).not.toContain('decisions were on time')
  await addDocuments(draft.submissionId)
  expect(await load(draft)).toContain(`>${needed} / ${needed}<`)
})

test('a rehearsal that still runs is in the list with its progress, and a link to go on with it', async () => {
  const draft = await createDraft(sql, { documents: false })
  const { id } = await createApplication(sql, { developerId: draft.owner.id })
  expect(await load(draft)).toContain('Rehearse a Sandbox application')
  await executeAs(draft.owner, startRehearsal, { target: id })
  const html = await load(draft)
  expect(html).toContain('A rehearsal is running: 0 of 9 cases passed so far.')
  expect(html).not.toContain('Rehearse a Sandbox application')
  expect(html).toMatch(new RegExp(`href="/applications/${id}/rehearsal"[^>]*>Open<`))
})

test('one list says where each document is: missing, uploaded, with the reviewers, accepted', async () => {
  const draft = await createDraft(sql, { documents: false })
  const states = async () => {
    const list = (await load(draft)).split('Name and purpose')[1] ?? ''
    return ['Missing', 'Uploaded', 'With the reviewers', 'Accepted'].filter((state) =>
      list.includes(`>${state}</span>`),
    )
  }
  expect(await states()).toEqual(['Missing'])
  await addDocuments(draft.submissionId)
  expect(await states()).toEqual(['Uploaded'])
  const into = (state: string) =>
    sql.query('UPDATE submission SET state = $2 WHERE id = $1', [draft.submissionId, state])
  await into('in_validation')
  expect(await states()).toEqual(['With the reviewers'])
  await sql.query('UPDATE submission SET submitted_at = now(), due_at = now() WHERE id = $1', [
    draft.submissionId,
  ])
  const receipt = /Submission 1<.*Position in queue.*Decision</s
  expect(await load(draft)).toMatch(receipt)
  const sent = await load(draft, { done: 'submitted' })
  expect(sent).toMatch(receipt)
  expect(sent).toMatch(/role="status".*Submitted\. We’ll e-mail you the decision\./s)
  await sql.query(`UPDATE submission_requirement SET verdict = 'accepted' WHERE submission_id = $1`, [
    draft.submissionId,
  ])
  expect(await states()).toEqual(['Accepted'])
})

import { expect, test } from 'vitest'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { rehearsalCases } from '@/lib/rehearsals/schema'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { openSession } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { rehearse } from '@/test/rehearsals'
import { addToTeam, createShop } from '@/test/team'
import { createDraft } from '@/test/validation'

const { owner: sql } = withOwnDatabase()

async function createSandbox() {
  const owner = await createDeveloper({}, sql)
  return { owner, id: await createShop(owner, { name: 'Till' }) }
}

async function load(id: string, person: { id: string }): Promise<string> {
  return loadPage('(portal)/applications/[id]/rehearsal/page', { id }, await openSession(person.id))
}

test('members see the rehearsal, and only owners can start and end it', async () => {
  const { owner, id } = await createSandbox()
  const member = await addToTeam(id, owner, 'member')
  expect(await load(id, owner)).toContain('Start rehearsal')
  await executeAs(owner, startRehearsal, { target: id })
  expect(await load(id, owner)).toContain('End rehearsal')
  const html = await load(id, member)
  expect(html).toContain('left of 24 hours')
  expect(html).toContain('Only owners can start and end rehearsals.')
  expect(html).not.toMatch(/Start rehearsal<|End rehearsal</)
})

test('a call is a link, also after the log has forgotten it', async () => {
  const { owner, id } = await createSandbox()
  const { requestId } = await rehearse(sql, id, owner)
  const show = async () => {
    const params = { id, requestId }
    return loadPage(
      '(portal)/applications/[id]/requests/[requestId]/page',
      params,
      await openSession(owner.id),
    )
  }
  expect(await show()).toContain('192.0.2.7')
  await sql.query('DELETE FROM recent_call WHERE application_id = $1', [id])
  const html = await load(id, owner)
  expect(html).toContain(`href="/applications/${id}/requests/${requestId}"`)
  expect(html).toContain('Token · 200')
  const kept = await show()
  expect(kept).toContain('This is what the report of the rehearsal keeps')
  expect(kept).toContain('POST /oauth/token')
  expect(kept).not.toContain('192.0.2.7')
  await sql.query('DELETE FROM rehearsal WHERE application_id = $1', [id])
  await expect(show()).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404')
})

test('calls with the same request id are shown as each was', async () => {
  const { owner, id } = await createSandbox()
  const { requestId } = await rehearse(sql, id, owner)
  await sql.query('ALTER TABLE rehearsal DISABLE TRIGGER rehearsal_finished')
  await sql.query(
    `UPDATE rehearsal SET report = report
       || jsonb_build_object('calls', report->'calls' || jsonb_build_array(report->'calls'->0
         || '{"number": 2, "status": 503}'))
       || jsonb_build_object('cases', jsonb_build_array(report->'cases'->0 || $2))
     WHERE application_id = $1`,
    [id, { requestIds: [requestId, requestId], numbers: [1, 2] }],
  )
  await sql.query('ALTER TABLE rehearsal ENABLE TRIGGER rehearsal_finished')
  const html = await load(id, owner)
  for (const facts of ['Token · 200', 'Token · 503']) expect(html).toContain(facts)
})

test('a case that is off is not shown', async () => {
  const { owner, id } = await createSandbox()
  expect(await load(id, owner)).toContain('Send valid requests')
  await sql.query(`INSERT INTO rehearsal_case (id, requirement) VALUES ('clean_requests', 'off')`)
  const shown = [await load(id, owner)]
  await executeAs(owner, startRehearsal, { target: id })
  shown.push(await load(id, owner))
  await sql.query('DELETE FROM rehearsal_case')
  for (const html of shown) {
    expect(html).toContain('Obtain a token')
    expect(html).not.toContain('Send valid requests')
  }
})

test('a call that could not be recorded shows as incomplete: here, in the report and to reviewers', async () => {
  const { owner, id } = await createSandbox()
  const { applicationId, submissionId } = await createDraft(sql, { owner })
  const started = await executeAs(owner, startRehearsal, { target: id })
  await sql.query('SELECT count_rehearsal_calls($1)', [[started.ok && started.value.id]])
  await executeAs(owner, endRehearsal, { target: id })
  const early = await load(id, owner)
  expect(early).toContain('The last calls are still being recorded.')
  expect(early).not.toContain('Incomplete')
  await sql.query(
    `UPDATE rehearsal SET ended_at = ended_at - interval '31 seconds' WHERE application_id = $1`,
    [id],
  )
  await finishRehearsals(undefined, 0)
  expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
  const reviewer = await createDeveloper({ role: 'reviewer', factor: true }, sql)
  const opened = await openSession(reviewer.id, { confirmedAt: new Date() })
  const pages = [
    [await load(id, owner), 'Start a new rehearsal.'],
    [
      await loadPage(
        '(portal)/applications/[id]/validation/page',
        { id: applicationId },
        await openSession(owner.id),
      ),
      'Start a new rehearsal.',
    ],
    [await loadPage('(review)/review/[id]/page', { id: submissionId }, opened), ''],
  ] as const
  for (const [html, advice] of pages) {
    expect(html.match(/Incomplete/g)?.length).toBeGreaterThanOrEqual(9)
    expect(html).toContain(`1 of 1 calls could not be recorded.${advice && ` ${advice}`}<`)
  }
})

test('a passed rehearsal is an arcade with its certificate, and the rail counts its cases', async () => {
  const { owner, id } = await createSandbox()
  await rehearse(sql, id, owner)
  const counts = (html: string) => /Rehearsal<\/span><span[^>]*>([^<]*)</.exec(html)?.[1]
  const some = await load(id, owner)
  expect(counts(some)).toBe('2 / 9')
  expect(some).toContain('class="board"')
  for (const each of rehearsalCases.filter((name) => name !== 'token'))
    await sql.query(`INSERT INTO rehearsal_case (id, requirement) VALUES ($1, 'off')`, [each])
  const { requestId } = await rehearse(sql, id, owner)
  await sql.query('DELETE FROM rehearsal_case')
  const all = await load(id, owner)
  expect(counts(all)).toBe('1 / 1')
  expect(all).not.toContain('class="board"')
  expect(all).toContain('<b>200</b>')
  for (const text of [
    'Go-live rehearsal passed',
    'Create link',
    'View certificate',
    'Report frozen',
    requestId,
  ])
    expect(all).toContain(text)
  expect(all).not.toContain('data-prints')
  const member = await load(id, await addToTeam(id, owner, 'member'))
  expect(member).toContain('View certificate')
  expect(member).not.toContain('Create link')
})

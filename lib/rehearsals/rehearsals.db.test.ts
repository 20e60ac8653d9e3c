import { beforeEach, describe, expect, test } from 'vitest'
import type { Owner } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { refused, succeed } from '@/lib/result'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { eventSchemas } from '@/lib/webhooks/events'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { rehearse } from '@/test/rehearsals'
import { addToTeam, createShop } from '@/test/team'
import { createDraft, readAudit } from '@/test/validation'
import { endRehearsal, saveCaseRequirements, startRehearsal } from './commands'
import { finishRehearsals } from './finish'
import {
  findKeptCalls,
  findRehearsal,
  findRehearsalToSubmit,
  findSubmittedRehearsal,
  listCaseRequirements,
} from './queries'
import { type CaseRequirement, caseRequirementsSchema, type RehearsalCase, rehearsalCases } from './schema'

const { owner: sql } = withOwnDatabase({ requirements: ['Signed terms'] })

let owner: Developer
let id: string

beforeEach(async () => {
  owner = await createDeveloper()
  id = await createShop(owner, { name: 'Till' })
  await sql.query('DELETE FROM rehearsal_case')
})

const latest = () => findRehearsal(id, owner.id)
const all = (requirement: CaseRequirement) =>
  Object.fromEntries(rehearsalCases.map((name) => [name, requirement])) as Record<
    RehearsalCase,
    CaseRequirement
  >

async function runRehearsal(applicationId = id, by: Owner = owner): Promise<string> {
  return (await rehearse(sql, applicationId, by)).id
}

describe('an owner', () => {
  test('starts and ends a rehearsal, one at a time', async () => {
    expect(await latest()).toBeNull()
    expect(await executeAs(owner, endRehearsal, { target: id })).toEqual(refused('not_running'))
    const started = await executeAs(owner, startRehearsal, { target: id })
    expect(started).toEqual({ ok: true, value: { id: expect.any(String) } })
    expect(await executeAs(owner, startRehearsal, { target: id })).toEqual(refused('already_running'))
    expect(await latest()).toMatchObject({ state: 'running', endedAt: null, callsCounted: 0 })
    expect(await executeAs(owner, endRehearsal, { target: id })).toEqual(started)
    expect(await executeAs(owner, endRehearsal, { target: id })).toEqual(refused('not_running'))
    expect(await latest()).toMatchObject({ state: 'ended', endReason: 'requested', finishedAt: null })
    expect(await executeAs(owner, startRehearsal, { target: id })).toMatchObject({ ok: true })
    expect((await readAudit(sql, id)).slice(1)).toEqual([
      'rehearsal.started',
      'rehearsal.ended',
      'rehearsal.started',
    ])
  })

  test('does neither for Production or a suspended application', async () => {
    const { applicationId } = await createDraft(sql, { owner })
    const administrator = await createDeveloper({ role: 'administrator' })
    await executeAs(owner, startRehearsal, { target: id })
    await executeAs(administrator, suspendApplication, { target: id, input: { reason: 'Why' } })
    expect(await latest()).toMatchObject({ state: 'ended', endReason: 'stopped' })
    expect(await executeAs(owner, startRehearsal, { target: id })).toEqual(refused('not_active'))
    for (const command of [startRehearsal, endRehearsal])
      expect(await executeAs(owner, command, { target: applicationId })).toEqual(refused('not_found'))
    for (const each of [applicationId, newId(), 'no id'])
      expect(await findRehearsal(each, owner.id)).toBeNull()
  })
})

describe('a rehearsal that has ended', () => {
  test('is finished once all calls are recorded, and never changes again', async () => {
    const rehearsal = await runRehearsal()
    const finished = await latest()
    expect(finished).toMatchObject({ id: rehearsal, finishedAt: expect.any(Date), callsCounted: 1 })
    expect(finished?.cases[0]).toMatchObject({ id: 'token', outcome: 'passed' })
    expect(finished?.calls.map(({ requestId }) => requestId)).toEqual(finished?.cases[0]?.requestIds)
    await sql.query('DELETE FROM recent_call')
    await finishRehearsals(undefined, 0)
    expect(await latest()).toEqual(finished)
    await expect(sql.query('UPDATE rehearsal SET calls = 0 WHERE id = $1', [rehearsal])).rejects.toThrow(
      'a finished rehearsal never changes',
    )
  })

  test('keeps what was asked of its cases, its calls and the application’s name as they were', async () => {
    const administrator = await createDeveloper({ role: 'administrator' })
    await executeAs(administrator, saveCaseRequirements, {
      input: { ...all('advised'), token: 'required', clean_requests: 'off' },
    })
    const { applicationId, submissionId } = await createDraft(sql, { owner })
    const { requestId } = await rehearse(sql, id, owner)
    await executeAs(owner, submitForValidation, { target: applicationId })
    const sent = await findSubmittedRehearsal(submissionId)
    expect(sent?.requirements).toMatchObject({ token: 'required', clean_requests: 'off' })
    const kept = { method: 'POST', latencyMs: 1, response: null }
    expect(sent?.calls).toMatchObject([{ number: 1, requestId, endpoint: 'token', status: 200, kept }])
    await executeAs(administrator, saveCaseRequirements, { input: { ...all('required'), token: 'off' } })
    await sql.query(`UPDATE application SET name = 'Kiosk' WHERE id = $1`, [id])
    await sql.query('DELETE FROM recent_call')
    expect(await findSubmittedRehearsal(submissionId)).toEqual(sent)
    expect(sent?.applicationName).toBe('Till')
    expect(await findKeptCalls(id, requestId)).toEqual(sent?.calls)
    expect(await findKeptCalls(applicationId, requestId)).toEqual([])
    for (const unknown of [newId(), 'no id']) expect(await findKeptCalls(id, unknown)).toEqual([])
  })

  test('waits for calls that are not recorded yet, and is incomplete without them', async () => {
    const started = await executeAs(owner, startRehearsal, { target: id })
    const rehearsal = started.ok ? started.value.id : ''
    await sql.query('SELECT count_rehearsal_calls($1)', [[rehearsal, rehearsal]])
    await executeAs(owner, endRehearsal, { target: id })
    await finishRehearsals(undefined, 0)
    const early = await latest()
    expect(early).toMatchObject({ finishedAt: null })
    expect(new Set(early?.cases.map(({ outcome, evidence }) => `${outcome} ${evidence.code}`))).toEqual(
      new Set(['not_yet recording']),
    )
    await sql.query(`UPDATE rehearsal SET ended_at = ended_at - interval '31 seconds' WHERE id = $1`, [
      rehearsal,
    ])
    await finishRehearsals(undefined, 0)
    const finished = await latest()
    expect(finished?.finishedAt).toBeInstanceOf(Date)
    expect(new Set(finished?.cases.map(({ outcome }) => outcome))).toEqual(new Set(['incomplete']))
    expect(finished?.cases[0]?.evidence).toEqual({ code: 'lost', lost: 2, calls: 2 })
  })

  test('is finished although another could not be', async () => {
    const other = await createShop(owner)
    const started = [
      await executeAs(owner, startRehearsal, { target: other }),
      await executeAs(owner, startRehearsal, { target: id }),
    ]
    const broken = started[0]?.ok ? started[0].value.id : ''
    for (const each of [other, id]) await executeAs(owner, endRehearsal, { target: each })
    await sql.query(`
      CREATE FUNCTION break_report() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no report'; END $$;
      CREATE TRIGGER break_report BEFORE UPDATE ON rehearsal FOR EACH ROW WHEN (NEW.id = '${broken}')
        EXECUTE FUNCTION break_report()`)
    await expect(finishRehearsals(undefined, 0)).rejects.toThrow('no report')
    await sql.query('DROP TRIGGER break_report ON rehearsal; DROP FUNCTION break_report()')
    expect(await latest()).toMatchObject({ finishedAt: expect.any(Date) })
    expect(await findRehearsal(other, owner.id)).toMatchObject({ finishedAt: null })
    await finishRehearsals(undefined, 0)
    expect(await findRehearsal(other, owner.id)).toMatchObject({ finishedAt: expect.any(Date) })
  })

  test('after 24 hours is finished by the worker, which records it', async () => {
    await executeAs(owner, startRehearsal, { target: id })
    await sql.query(
      `UPDATE rehearsal SET started_at = started_at - interval '1 day', ends_at = ends_at - interval '1 day'
       WHERE finished_at IS NULL`,
    )
    expect(await latest()).toMatchObject({ state: 'ended', endReason: 'time', finishedAt: null })
    await finishRehearsals(undefined, 0)
    expect(await latest()).toMatchObject({ endReason: 'time', finishedAt: expect.any(Date) })
    expect((await readAudit(sql, id)).at(-1)).toBe('rehearsal.ended')
    const { rehearsalId } = await database().application.findUniqueOrThrow({ where: { id } })
    expect(rehearsalId).toBeNull()
  })

  test('is sent to endpoints that want the event, once, without the cases that are off', async () => {
    const endpoint = newId()
    await sql.query(
      `INSERT INTO webhook_endpoint (id, application_id, url, events) VALUES ($1, $2, 'https://example.org', '{rehearsal.ended}')`,
      [endpoint, id],
    )
    const administrator = await createDeveloper({ role: 'administrator' })
    await executeAs(administrator, saveCaseRequirements, {
      input: { ...all('advised'), clean_requests: 'off' },
    })
    const rehearsal = await runRehearsal()
    await finishRehearsals(undefined, 0)
    const events = await database().webhookEvent.findMany()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      type: 'rehearsal.ended',
      data: { applicationId: id, rehearsalId: rehearsal, reason: 'requested' },
    })
    const sent = events[0]?.data as { cases: object[] } | undefined
    const schema = eventSchemas(String)['rehearsal.ended']
    expect(schema.safeParse(sent).success).toBe(true)
    expect(sent?.cases).toHaveLength(rehearsalCases.length - 1)
    expect(sent?.cases[0]).toEqual({ id: 'token', outcome: 'passed' })
  })
})

describe('from every state, each action leads where it should', () => {
  const states = ['none', 'running', 'over', 'ended', 'finished'] as const
  const actions = ['start', 'end', 'count', 'finish', 'suspend'] as const
  type State = (typeof states)[number]
  type Action = (typeof actions)[number]

  /** The states that differ from the one before; anything else leaves it as it is. */
  const next: Partial<Record<`${State} ${Action}`, State>> = {
    'none start': 'running',
    'running end': 'ended',
    'running suspend': 'ended',
    'over start': 'running',
    'over end': 'ended',
    'over count': 'ended',
    'over finish': 'finished',
    'over suspend': 'ended',
    'ended start': 'running',
    'ended finish': 'finished',
    'finished start': 'running',
  }
  const reasons: Partial<Record<`${State} ${Action}`, string>> = {
    'running suspend': 'stopped',
    'running end': 'requested',
    'over end': 'time',
    'over count': 'time',
    'over finish': 'time',
  }

  const act: Record<Action, () => Promise<unknown>> = {
    start: () => executeAs(owner, startRehearsal, { target: id }),
    end: () => executeAs(owner, endRehearsal, { target: id }),
    count: () =>
      sql.query('SELECT count_rehearsal_calls(ARRAY(SELECT id FROM rehearsal WHERE application_id = $1))', [
        id,
      ]),
    finish: () => finishRehearsals(undefined, 0),
    suspend: () => sql.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [id]),
  }

  async function reach(state: State): Promise<void> {
    if (state === 'none') return
    await act.start()
    if (state === 'over')
      await sql.query(
        `UPDATE rehearsal SET started_at = started_at - interval '1 day', ends_at = ends_at - interval '1 day'
         WHERE application_id = $1`,
        [id],
      )
    if (state === 'ended' || state === 'finished') await act.end()
    if (state === 'finished') await act.finish()
  }

  async function stateNow(): Promise<[State, string | null]> {
    const { rows } = await sql.query(
      `SELECT ended_at, finished_at, end_reason, ends_at < now() AS over FROM rehearsal WHERE application_id = $1
       ORDER BY started_at DESC LIMIT 1`,
      [id],
    )
    if (!rows[0]) return ['none', null]
    const { ended_at, finished_at, end_reason, over } = rows[0]
    return [finished_at ? 'finished' : ended_at ? 'ended' : over ? 'over' : 'running', end_reason]
  }

  test.each(states.flatMap((state) => actions.map((action) => [state, action] as const)))(
    '%s: %s',
    async (state, action) => {
      await reach(state)
      const [, before] = await stateNow()
      await act[action]()
      const [after, reason] = await stateNow()
      expect(after).toBe(next[`${state} ${action}`] ?? state)
      const expected = reasons[`${state} ${action}`]
      if (expected) expect(reason).toBe(expected)
      if (after === state && before) expect(reason).toBe(before)
      const { rows } = await sql.query(
        'SELECT count(*)::int AS running FROM rehearsal WHERE application_id = $1 AND ended_at IS NULL',
        [id],
      )
      expect(rows[0].running).toBe(after === 'running' || after === 'over' ? 1 : 0)
    },
  )
})

describe('a submission', () => {
  test('carries the latest finished rehearsal of an application of its owner, and keeps it', async () => {
    const { applicationId, submissionId } = await createDraft(sql, { owner })
    expect(await findRehearsalToSubmit(applicationId)).toBeNull()
    await runRehearsal()
    const rehearsal = await runRehearsal()
    expect((await findRehearsalToSubmit(applicationId))?.id).toBe(rehearsal)
    await executeAs(owner, startRehearsal, { target: id })
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
    expect(await findSubmittedRehearsal(submissionId)).toMatchObject({
      id: rehearsal,
      applicationName: 'Till',
    })
    await executeAs(owner, endRehearsal, { target: id })
    const later = await runRehearsal()
    expect((await findSubmittedRehearsal(submissionId))?.id).toBe(rehearsal)
    await executeAs(owner, withdrawSubmission, { target: applicationId })
    await executeAs(owner, submitForValidation, { target: applicationId })
    expect((await findSubmittedRehearsal(submissionId))?.id).toBe(later)
  })

  test('carries none of a member, a stranger or a deleted application', async () => {
    const { applicationId } = await createDraft(sql, { owner })
    const member = await addToTeam(applicationId, owner, 'member')
    const stranger = await createDeveloper()
    for (const each of [member, stranger]) await runRehearsal(await createShop(each), each)
    const joined = await createShop(stranger)
    await addToTeam(joined, stranger, 'member', owner)
    await runRehearsal(joined, stranger)
    expect(await findRehearsalToSubmit(applicationId)).toBeNull()
    await runRehearsal()
    await sql.query(`UPDATE application SET state = 'deleted' WHERE id = $1`, [id])
    expect(await findRehearsalToSubmit(applicationId)).toBeNull()
  })

  test('of an organisation carries one of any of its applications', async () => {
    const colleague = await createDeveloper()
    const organisationId = await createOrganisation(owner)
    await database().membership.create({
      data: { organisationId, developerId: colleague.id, role: 'member' },
    })
    const { applicationId } = await createDraft(sql, { owner })
    const rehearsal = await runRehearsal(await createShop(owner, { organisationId }))
    await succeed(
      executeAs(owner, moveIntoOrganisation, {
        target: applicationId,
        input: { organisationId: organisationId },
      }),
    )
    expect((await findRehearsalToSubmit(applicationId))?.id).toBe(rehearsal)
  })

  test('is refused while a required case has not passed, and names it', async () => {
    const { applicationId, submissionId } = await createDraft(sql, { owner })
    const administrator = await createDeveloper({ role: 'administrator' })
    await executeAs(administrator, saveCaseRequirements, {
      input: { ...all('off'), token: 'required', quota_exceeded: 'required' },
    })
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual({
      ...refused('rehearsal_required'),
      cases: ['token', 'quota_exceeded'],
    })
    await runRehearsal()
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual({
      ...refused('rehearsal_required'),
      cases: ['quota_exceeded'],
    })
    expect(await findSubmittedRehearsal(submissionId)).toBeNull()
    await executeAs(administrator, saveCaseRequirements, { input: { ...all('advised'), token: 'required' } })
    expect(await executeAs(owner, submitForValidation, { target: applicationId })).toMatchObject({ ok: true })
    expect(await findSubmittedRehearsal(submissionId)).not.toBeNull()
  })
})

describe('what administrators ask of each case', () => {
  test('is advised at first, and audited when it changes', async () => {
    const administrator = await createDeveloper({ role: 'administrator' })
    expect(await listCaseRequirements()).toEqual(all('advised'))
    const chosen = { ...all('advised'), token: 'required', clean_requests: 'off' } as const
    await executeAs(administrator, saveCaseRequirements, { input: chosen })
    await executeAs(administrator, saveCaseRequirements, { input: chosen })
    expect(await listCaseRequirements()).toEqual(chosen)
    const entries = await database().auditEntry.findMany({ where: { action: 'rehearsal.cases_changed' } })
    const mine = entries.filter(({ actorId }) => actorId === administrator.id)
    expect(mine.map(({ detail }) => detail)).toEqual([
      { changed: ['token advised required', 'clean_requests advised off'] },
    ])
  })

  test.each([
    ['nothing', {}],
    ['a case too few', { ...all('off'), token: undefined }],
    ['another word', { ...all('off'), token: 'Required' }],
    ['two words', { ...all('off'), token: ['off', 'required'] }],
  ])('%s is refused', (_, fields) => {
    const { error } = caseRequirementsSchema.safeParse(fields)
    expect(error?.issues[0]).toMatchObject({ path: ['token'], message: 'requirement_required' })
  })
})

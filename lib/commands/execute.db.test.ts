import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { application } from '@/lib/applications/target'
import type { Actor } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { command, versionOf } from '@/lib/commands/command'
import { done, keepingWrites, refused } from '@/lib/result'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { createApplication, createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam } from '@/test/team'
import { readAudit } from '@/test/validation'
import { execute, executeTogether } from './execute'

const { owner: sql } = withOwnDatabase()

const address = 'owner@example.com'
const input = z.object({ name: z.string(), refuse: z.enum(['no', 'rolled_back', 'kept']).default('no') })
const definition = {
  on: application,
  right: 'secrets',
  input,
  audit: ['application.changed', 'application.suspended'],
} as const

/** What several executions can share: it writes first, so that what a refusal leaves behind is seen. */
const rename = command({
  ...definition,
  notifies: 'owners',
  version: ({ application: { name } }) => name,
  async run({ transaction, application: { id, name: before }, input: { name, refuse }, mail, record }) {
    await transaction.application.update({ where: { id }, data: { name } })
    record({ type: 'application', id }, { before }, 'application.changed')
    await mail({ id: null, email: address, locale: 'en' }, 'password-changed', {})
    if (refuse === 'kept') return keepingWrites(refused('kept'))
    return refuse === 'no' ? done(name) : refused('rolled_back')
  },
})

let owner: Developer
let member: Developer
let id: string
let production: string

beforeAll(async () => {
  owner = await createDeveloper()
  member = await createDeveloper()
})

beforeEach(async () => {
  id = (await createApplication(sql, { developerId: owner.id })).id
  production = (await createApplication(sql, { developerId: owner.id, environment: 'production' })).id
})

const read = async (of = id) =>
  (await sql.query('SELECT name FROM application WHERE id = $1', [of])).rows[0].name as string
const to = (name: string, refuse: 'no' | 'rolled_back' | 'kept' = 'no') => ({ name, refuse })
const run = (name: string, more: object = {}) =>
  execute(rename, { actor: owner, target: id, input: to(name), ...more })

describe('the right that a command declares', () => {
  test('is the one that is enforced: a stranger finds nothing, and a member with too few rights neither', async () => {
    await addToTeam(id, owner, 'member', member)
    for (const actor of [member, { id: randomUUID(), role: 'developer' }] as Actor[])
      expect(await run('Theirs', { actor })).toEqual(refused('not_found'))
    expect(await run('Mine', { target: 'no id' })).toEqual(refused('not_found'))
    expect(await read()).not.toBe('Theirs')
    expect(await run('Mine')).toEqual(done('Mine'))
    expect((await readAudit(sql, id)).at(-1)).toBe('application.changed')
  })

  test('lets only those who have it wait for a lock, and reads its target after that', async () => {
    const release = await holdLocks(sql, `UPDATE application SET name = 'Renamed' WHERE id = $1`, [id])
    expect(await run('Theirs', { actor: { id: randomUUID(), role: 'developer' } })).toEqual(
      refused('not_found'),
    )
    const mine = run('Mine', { expectedVersion: versionOf('Renamed') })
    await untilBlocked(sql, 1)
    await release()
    expect(await mine).toEqual(done('Mine'))
  })

  test.each([
    ['developer', 'secrets', 'suspended_at = now()'],
    ['developer', 'secrets', 'deleted_at = now()'],
    ['reviewer', 'reviewer', 'suspended_at = now()'],
    ['reviewer', 'reviewer', `role = 'developer'`],
    ['administrator', 'administrator', `role = 'reviewer'`],
  ] as const)('of a %s ends while their act (%s) waits for a lock: %s', async (role, right, change) => {
    const actor = await createDeveloper({ role })
    await createDeveloper({ role: 'administrator' })
    await addToTeam(id, owner, 'owner', { ...actor, role: 'developer' })
    const acting = command({ ...definition, right, run: async () => done('acted') })
    const attempt = () => execute(acting, { actor, target: id, input: to('') })
    expect(await attempt()).toEqual(done('acted'))
    const release = await holdLocks(sql, 'SELECT FROM application WHERE id = $1 FOR UPDATE', [id])
    const late = attempt()
    await untilBlocked(sql, 1)
    await sql.query(`UPDATE developer SET ${change} WHERE id = $1`, [actor.id])
    await release()
    expect(await late).toEqual(refused('not_found'))
  })

  test.each([
    ['administrator', ['administrator']],
    ['reviewer', ['reviewer', 'administrator']],
    ['system', []],
    ['self', ['developer', 'reviewer', 'administrator']],
    ['anyone', ['visitor', 'developer', 'reviewer', 'administrator']],
  ] as const)('%s is of nobody else, and the system may do what staff may', async (right, allowed) => {
    const plain = command({ right, audit: [], run: async () => done('ran') })
    for (const role of ['visitor', 'developer', 'reviewer', 'administrator', 'system'] as const) {
      const actor =
        role === 'visitor' || role === 'system'
          ? ({ id: null, role } as Actor)
          : await createDeveloper({ role })
      const may = role === 'system' || (allowed as readonly string[]).includes(role)
      expect([role, await execute(plain, { actor })]).toEqual([
        role,
        may ? done('ran') : refused('forbidden'),
      ])
    }
  })
})

describe('an idempotency key', () => {
  test('is used up by the first of several requests; the others wait and get where it led', async () => {
    const more = { idempotencyKey: randomUUID(), location: (name: string) => `/led/${name}` }
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => run('Once', more)))
    const repeated = { ...refused('repeated'), location: '/led/Once' }
    expect(outcomes.filter(({ ok }) => ok)).toEqual([done('Once')])
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([repeated, repeated, repeated])
    expect(await readAudit(sql, id)).toEqual(['application.changed'])
    await sql.query(`UPDATE application SET state = 'deleted' WHERE id = $1`, [id])
    expect(await run('Once', more)).toEqual(repeated)
  })

  test('with other content leads nowhere; that of another person is theirs', async () => {
    const idempotencyKey = randomUUID()
    await run('First', { idempotencyKey, location: () => '/led' })
    expect(await run('Second', { idempotencyKey })).toEqual({ ...refused('repeated'), location: null })
    expect(await run('First', { idempotencyKey, target: production })).toMatchObject({ location: null })
    expect(await run('First', { idempotencyKey, actor: await createDeveloper() })).toEqual(
      refused('not_found'),
    )
    expect(await read()).toBe('First')
  })

  test('compares what the caller says, where the input differs each time', async () => {
    const request = {
      idempotencyKey: randomUUID(),
      content: { file: 'accounts.csv' },
      location: () => '/led',
    }
    await run('First', request)
    expect(await run('Second', request)).toMatchObject({ location: '/led' })
    expect(await run('First', { ...request, content: null })).toMatchObject({ location: null })
  })

  test.each(['rolled_back', 'kept'] as const)('is free again after a refusal that is %s', async (refuse) => {
    const idempotencyKey = randomUUID()
    const attempt = { actor: owner, target: id, idempotencyKey }
    expect(await execute(rename, { ...attempt, input: to('Refused', refuse) })).toEqual(refused(refuse))
    expect((await read()) === 'Refused').toBe(refuse === 'kept')
    expect(await readAudit(sql, id)).toHaveLength(refuse === 'kept' ? 1 : 0)
    expect(await execute(rename, { ...attempt, input: to('Done') })).toEqual(done('Done'))
  })

  test('is stored as a hash, with no content that could be guessed', async () => {
    const idempotencyKey = randomUUID()
    await run('Secret name', { idempotencyKey })
    await run('Secret name', { idempotencyKey: randomUUID() })
    const { rows } = await sql.query(`SELECT * FROM idempotency_key`)
    const text = JSON.stringify(rows.map((row) => ({ ...row, key: row.key_hash.toString() })))
    expect(text).not.toMatch(new RegExp(`Secret|${idempotencyKey}|${owner.id}`))
    expect(new Set(rows.map((row) => row.content_hash.toString('hex'))).size).toBe(rows.length)
  })
})

test('a version that is no longer the current one conflicts, before anything happens', async () => {
  const shown = versionOf(await read())
  await sql.query(`UPDATE application SET name = 'Meanwhile' WHERE id = $1`, [id])
  expect(await run('Mine', { expectedVersion: shown })).toEqual(refused('version_conflict'))
  expect(await read()).toBe('Meanwhile')
  expect(await run('Mine', { expectedVersion: versionOf('Meanwhile') })).toEqual(done('Mine'))
})

test('where what a form shows has ended, the command refuses by itself', async () => {
  const ended = command({ ...definition, version: () => undefined, run: async () => refused('ended') })
  const request = { actor: owner, target: id, expectedVersion: versionOf('Shop') }
  expect(await execute(ended, request)).toEqual(refused('ended'))
})

describe('a confirmation', () => {
  const asking = command({
    ...definition,
    confirm: 'production',
    async run({ transaction, application, record }) {
      await transaction.application.update({ where: { id: application.id }, data: { name: 'Done' } })
      record({ type: 'application', id: application.id }, {}, 'application.changed')
      return done(undefined)
    },
  })
  const attempt = (target: string, actor: Actor = owner) => execute(asking, { actor, target, input: to('') })
  const question = (target: string) => ({
    ...refused('confirmation_required'),
    who: true,
    irreversible: false,
    subject: { type: 'application', id: target },
  })

  test('is required in Production, for 15 minutes, and of what the actor may do only', async () => {
    expect(await attempt(production)).toEqual(question(production))
    expect(await attempt(production, { ...owner, confirmedAt: secondsFromNow(-901) })).toEqual(
      question(production),
    )
    expect(await attempt(production, member)).toEqual(refused('not_found'))
    expect(await read(production)).not.toBe('Done')
    expect(await attempt(id)).toEqual(done(undefined))
    expect(await attempt(production, { ...owner, confirmedAt: secondsFromNow(-899) })).toEqual(
      done(undefined),
    )
  })

  test('is never required of the system', async () => {
    const always = command({ right: 'administrator', confirm: 'always', audit: [], run: async () => done(1) })
    expect(await execute(always, { actor: { id: null, role: 'system', operator: 'root' } })).toEqual(done(1))
    const actor = await createDeveloper({ role: 'administrator' })
    expect(await execute(always, { actor })).toMatchObject({ who: true })
  })

  test('of what cannot be undone asks each time whether to go on, where a form can', async () => {
    const ending = command({ right: 'self', irreversible: true, audit: [], run: async () => done(1) })
    const actor = { ...owner, confirmedAt: now() }
    const asked = { ...refused('confirmation_required'), who: false, irreversible: true, subject: null }
    expect(await execute(ending, { actor, acknowledged: false })).toEqual(asked)
    expect(await execute(ending, { actor, acknowledged: true })).toEqual(done(1))
  })
})

describe('several commands in one transaction', () => {
  test('are all done or none, and their entries come last, in their order', async () => {
    const both = (refuse: 'no' | 'rolled_back') =>
      executeTogether(owner, async (join) => {
        await join(rename, { target: id, input: to('One') })
        return join(rename, { target: production, input: to('Two', refuse) })
      })
    expect(await both('rolled_back')).toEqual(refused('rolled_back'))
    expect([await read(), await read(production)]).not.toContain('One')
    expect(await both('no')).toEqual(done('Two'))
    const { rows } = await sql.query(
      `SELECT subject_id FROM audit_entry WHERE subject_id = ANY ($1) ORDER BY sequence`,
      [[id, production]],
    )
    expect(rows.map((row) => row.subject_id)).toEqual([id, production])
  })

  test('a command that joins another puts its entry behind what was recorded before', async () => {
    const outer = command({
      ...definition,
      async run({ application: { id: target }, join, record }) {
        record({ type: 'application', id: target }, {}, 'application.suspended')
        const joined = await join(rename, { target, input: to('Joined') })
        return joined.ok ? done(joined.value) : refused('joined')
      },
    })
    expect(await execute(outer, { actor: owner, target: id, input: to('') })).toEqual(done('Joined'))
    expect(await readAudit(sql, id)).toEqual(['application.suspended', 'application.changed'])
  })

  test('what a joined command refuses leaves nothing behind, whatever the other makes of it', async () => {
    const outer = command({
      ...definition,
      async run({ application: { id: target }, join, record }) {
        await join(rename, { target: production, input: to('First') })
        const joined = await join(rename, { target, input: to('Refused', 'rolled_back') })
        record({ type: 'application', id: target }, {}, 'application.suspended')
        return done(joined)
      },
    })
    const before = await read()
    expect(await execute(outer, { actor: owner, target: id, input: to('') })).toEqual(
      done(refused('rolled_back')),
    )
    expect([await read(), await read(production)]).toEqual([before, 'First'])
    expect([await readAudit(sql, id), await readAudit(sql, production)]).toEqual([
      ['application.suspended'],
      ['application.changed'],
    ])
  })

  test('twenty of them next to twenty forms of the same applications do not deadlock', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await createApplication(sql, { developerId: owner.id })).id),
    )
    const together = executeTogether(owner, async (join) => {
      for (const target of ids) await join(rename, { target, input: to('Together') })
      return done(undefined)
    })
    const forms = [...ids]
      .reverse()
      .map((target) =>
        execute(rename, { actor: owner, target, input: to('Form'), idempotencyKey: randomUUID() }),
      )
    expect(await together).toEqual(done(undefined))
    expect((await Promise.all(forms)).every(({ ok }) => ok)).toBe(true)
    const { rows } = await sql.query('SELECT count(*)::int FROM audit_entry WHERE subject_id = ANY ($1)', [
      ids,
    ])
    expect(rows[0].count).toBe(40)
  })
})

test('what was hashed before the transaction reaches the rule, and a repeat is told before it is hashed again', async () => {
  let hashed = 0
  const hashing = command({
    right: 'self',
    audit: [],
    prepare: async ({ actor }) => {
      hashed++
      return hashed < 3 ? done(`hash of ${actor.role}`) : refused('weak')
    },
    run: async ({ prepared }) => done(prepared),
  })
  const request = { actor: owner, idempotencyKey: randomUUID(), location: () => '/led' }
  expect(await execute(hashing, request)).toEqual(done('hash of developer'))
  expect(await execute(hashing, request)).toEqual({ ...refused('repeated'), location: '/led' })
  expect(hashed).toBe(1)
  await execute(hashing, { actor: owner })
  expect(await execute(hashing, { actor: owner })).toEqual(refused('weak'))
})

test('what asks who is there counts and hashes nothing before', async () => {
  let prepared = 0
  const asking = command({
    right: 'self',
    confirm: 'always',
    audit: [],
    prepare: async () => done(++prepared),
    run: async () => done('run'),
  })
  expect(await execute(asking, { actor: owner })).toMatchObject(refused('confirmation_required'))
  expect(prepared).toBe(0)
  expect(await execute(asking, { actor: { ...owner, confirmedAt: now() } })).toEqual(done('run'))
  expect(prepared).toBe(1)
})

test('a repeat of what ends during its own preparation is told, not refused', async () => {
  const once = command({
    right: 'self',
    audit: [],
    prepare: async ({ target }) => {
      if (target !== 'late') return done(undefined)
      await execute(once, { actor: owner, ...request, target: 'early' })
      return refused('wrong')
    },
    run: async () => done(1),
  })
  const request = { idempotencyKey: randomUUID() }
  expect(await execute(once, { actor: owner, ...request, target: 'late' })).toMatchObject(refused('repeated'))
})

test('what a unique index refuses is refused by the name that the command gives it, and undone', async () => {
  const taking = command({
    right: 'self',
    input: z.object({ email: z.string() }),
    audit: 'developer.email_changed',
    taken: { email: 'email_taken' },
    async run({ transaction, actor, input: { email }, record }) {
      record({ type: 'developer', id: owner.id })
      await transaction.developer.update({ where: { id: actor.id ?? '' }, data: { email } })
      return done(email)
    },
  })
  const { email } = await createDeveloper()
  expect(await execute(taking, { actor: owner, input: { email } })).toEqual(refused('email_taken'))
  expect(await readAudit(sql, owner.id)).toEqual([])
})

test('in constant time, a refusal takes as long as what is done', async () => {
  const steady = command({ right: 'anyone', constantTime: true, audit: [], run: async () => refused('no') })
  const start = performance.now()
  expect(await execute(steady, { actor: { id: null, role: 'visitor' } })).toEqual(refused('no'))
  expect(performance.now() - start).toBeGreaterThanOrEqual(249)
})

test('without a target, commands wait for each other by what they lock', async () => {
  const alone = command({
    right: 'self',
    audit: [],
    async lock(transaction) {
      await transaction.$queryRaw`SELECT pg_advisory_xact_lock(1)::text`
    },
    run: async () => done('alone'),
  })
  const release = await holdLocks(sql, 'SELECT pg_advisory_xact_lock(1)', [])
  const waiting = execute(alone, { actor: owner })
  await untilBlocked(sql, 1)
  await release()
  expect(await waiting).toEqual(done('alone'))
})

test('mail goes out only with what it reports, by a command that says whom it notifies', async () => {
  await execute(rename, { actor: owner, target: id, input: to('No', 'rolled_back') })
  const before = (await readOutbox(address)).length
  await run('Yes')
  expect(await readOutbox(address)).toHaveLength(before + 1)
  const silent = command({ ...definition, run: rename.run as never })
  await expect(execute(silent, { actor: owner, target: id, input: to('No') })).rejects.toThrow(
    /declares whom/,
  )
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { activateDeveloper, requestActivation } from '@/lib/identity/activation'
import { findSession } from '@/lib/identity/session'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  acceptRole,
  deleteAccount,
  goodPassword,
  listActions,
  signUpDeveloper,
  someEmail,
  stranger,
} from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { approveDeveloper, findRejection, rejectDeveloper } from './approval'
import { countAwaitingApproval, type DeveloperState, findDeveloperEntry, searchDevelopers } from './directory'
import { inviteToRole } from './roles'

withOwnDatabase()
const settings = getSettings()
let administrator: { id: string; email: string; role: 'administrator' }

beforeAll(async () => {
  administrator = await createDeveloper({ role: 'administrator', locale: 'fr' })
  Object.assign(settings, { SIGN_UP_APPROVAL: 'required' })
})
afterAll(() => {
  Object.assign(settings, { SIGN_UP_APPROVAL: 'off' })
})

async function signUp() {
  const email = someEmail()
  await executeAs(stranger, requestActivation, { input: { email, locale: 'en' } })
  const session = await succeed(
    executeAs(stranger, activateDeveloper, {
      input: { link: await lastLink(email), password: goodPassword },
    }),
  )
  return {
    id: session.developerId,
    email,
    session,
    waits: async () => (await findSession(session))?.awaitsApproval,
  }
}

const mails = async (email: string) => (await readOutbox(email)).map(({ template }) => template)
const states = async (id: string) => {
  const all: DeveloperState[] = ['active', 'waiting', 'rejected']
  const found = await Promise.all(all.map((state) => searchDevelopers({ text: id, state }, undefined, 5)))
  return all.filter((_, index) => found[index]?.rows.length === 1)
}

describe('with SIGN_UP_APPROVAL=required', () => {
  test('an activated developer waits, counted, and every administrator gets a mail', async () => {
    const before = await countAwaitingApproval()
    const who = await signUp()
    expect(await who.waits()).toBe(true)
    expect(await states(who.id)).toEqual(['waiting'])
    expect(await countAwaitingApproval()).toBe(before + 1)
    const mail = (await readOutbox(administrator.email)).at(-1)
    expect(mail).toMatchObject({ template: 'approval-requested', locale: 'fr' })
    expect(mail?.props).toEqual({
      personEmail: who.email,
      link: `http://localhost:3000/administration/developers/${who.id}`,
    })
  })

  test('an approval admits them at their next request, once, with a mail and an audit row', async () => {
    const who = await signUp()
    const both = await Promise.all(
      [1, 2].map(() => executeAs(administrator, approveDeveloper, { target: who.id })),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual(refused('not_waiting'))
    expect(await who.waits()).toBe(false)
    expect(await states(who.id)).toEqual(['active'])
    expect((await mails(who.email)).filter((each) => each === 'sign-up-approved')).toHaveLength(1)
    expect((await listActions(who.id)).filter((each) => each === 'developer.approved')).toHaveLength(1)
    const late = await executeAs(administrator, rejectDeveloper, {
      target: who.id,
      input: { reason: 'Too late.' },
    })
    expect(late).toEqual(refused('not_waiting'))
  })

  test('a rejection keeps them out, says why, and can be reconsidered', async () => {
    const who = await signUp()
    const reason = 'No such company.'
    await succeed(executeAs(administrator, rejectDeveloper, { target: who.id, input: { reason } }))
    expect(await who.waits()).toBe(true)
    expect(await findRejection(who.id)).toBe(reason)
    expect(await states(who.id)).toEqual(['rejected'])
    expect((await readOutbox(who.email)).at(-1)).toMatchObject({
      template: 'sign-up-rejected',
      props: { reason },
    })
    const where = { subjectId: who.id, action: 'developer.rejected' }
    const entry = await database().auditEntry.findFirstOrThrow({ where })
    expect(entry).toMatchObject({ actorId: administrator.id, detail: { reason } })
    expect((await executeAs(administrator, approveDeveloper, { target: who.id })).ok).toBe(true)
    expect(await who.waits()).toBe(false)
    expect(await findRejection(who.id)).toBeNull()
  })

  test('who is given a role does not wait', async () => {
    const who = await signUp()
    await executeAs(administrator, inviteToRole, {
      input: { email: who.email, role: 'reviewer', locale: 'en' },
    })
    const signedIn = { id: who.id, sessionId: who.session.sessionId, confirmedAt: null }
    const accepted = await succeed(acceptRole(await lastLink(who.email), signedIn))
    expect((await findSession(accepted))?.awaitsApproval).toBe(false)
    expect(await findDeveloperEntry(who.id)).toMatchObject({ role: 'reviewer', approval: null })
  })

  test('the database takes no rejection without its reason, and no reason without a rejection', async () => {
    const { id } = await signUp()
    for (const data of [{ approval: 'rejected' }, { rejectionReason: 'No such company.' }] as const)
      await expect(database().developer.update({ where: { id }, data })).rejects.toThrow(
        'developer_rejection_reason_check',
      )
  })

  test('nothing of a rejection remains with a deleted account', async () => {
    const who = await signUp()
    await executeAs(administrator, rejectDeveloper, { target: who.id, input: { reason: 'No such company.' } })
    expect((await deleteAccount({ id: who.id, role: 'developer' })).ok).toBe(true)
    const row = await database().developer.findUniqueOrThrow({ where: { id: who.id } })
    expect(row).toMatchObject({ approval: null, rejectionReason: null })
    expect(await executeAs(administrator, approveDeveloper, { target: who.id })).toEqual(refused('not_found'))
  })
})

test('developers from before, and those who sign up while it is off, do not wait', async () => {
  const before = await signUpDeveloper()
  expect((await findSession(before.session))?.awaitsApproval).toBe(false)
  Object.assign(settings, { SIGN_UP_APPROVAL: 'off' })
  const since = await signUp()
  Object.assign(settings, { SIGN_UP_APPROVAL: 'required' })
  expect(await since.waits()).toBe(false)
  for (const { id } of [before, since, administrator])
    expect(await executeAs(administrator, approveDeveloper, { target: id })).toEqual(refused('not_waiting'))
})

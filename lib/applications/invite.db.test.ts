import { beforeEach, describe, expect, test } from 'vitest'
import type { Owner } from '@/lib/audit/schema'
import { setClock } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { signUpDeveloper, someEmail } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { inviteToTeam, revokeInvitation } from './invite'
import {
  acceptInvitation,
  declineInvitation,
  findTeamInvitation,
  listSentInvitations,
  listTeamInvitations,
} from './join'
import { handOver, leaveTeam } from './team'
import { listTeam } from './team-members'

withOwnDatabase()

let owner: Developer
let id: string

beforeEach(async () => {
  owner = await createDeveloper()
  id = await createShop(owner)
})

const send = (email: string, role: 'member' | 'owner' = 'member') =>
  executeAs(owner, inviteToTeam, { target: id, input: { email, role } })

async function invite(email: string, role: 'member' | 'owner' = 'member') {
  return { id: (await succeed(send(email, role))).id, link: await lastLink(email) }
}

async function audited() {
  const rows = await database().auditEntry.findMany({
    where: { subjectId: id },
    orderBy: { sequence: 'asc' },
  })
  return rows.map(({ action, detail }) => ({ action, detail }))
}

const accept = (guest: Owner, target: string) => executeAs(guest, acceptInvitation, { target })
const decline = (guest: Owner, target: string) => executeAs(guest, declineInvitation, { target })
const revoke = (by: Owner, invitationId: string) =>
  executeAs(by, revokeInvitation, { target: id, input: { invitationId } })
const gone = refused('not_found')

describe('an invitation', () => {
  test('is mailed, stored as a hash, and recorded with a commitment to the address', async () => {
    const email = someEmail()
    const { id: invitationId, link } = await invite(email)
    const [mail] = await readOutbox(email)
    expect(mail).toMatchObject({
      template: 'application-shared',
      props: { applicationName: 'Boutique', inviterEmail: owner.email, role: 'member', days: 7 },
    })
    expect(link).toMatch(/^[\w-]{43}$/)
    const row = await database().membershipInvitation.findUniqueOrThrow({ where: { id: invitationId } })
    expect(Buffer.from(row.tokenHash).toString('latin1')).not.toContain(link)
    expect((await audited()).at(-1)).toEqual({
      action: 'application.member_invited',
      detail: { invitationId, role: 'member', email: { commitment: expect.any(String) } },
    })
    expect(JSON.stringify(await audited())).not.toContain('@')
  })

  test('is not used by looking, and used once by accepting', async () => {
    const guest = await createDeveloper()
    const { id: invitationId, link } = await invite(guest.email)
    for (let look = 0; look < 3; look++)
      expect(await findTeamInvitation(link)).toMatchObject({ state: 'usable', row: { id: invitationId } })
    const results = await Promise.all([1, 2, 3].map(() => accept(guest, invitationId)))
    expect(results.filter(({ ok }) => ok)).toMatchObject([{ ok: true, value: { id } }])
    expect(await findTeamInvitation(link)).toEqual({ state: 'used', row: null })
    expect((await listTeam(id, guest.id)).map(({ email }) => email)).toEqual([owner.email, guest.email])
    expect((await readOutbox(owner.email)).at(-1)).toMatchObject({
      template: 'team-changed',
      props: { change: 'joined', personEmail: guest.email },
    })
    expect((await audited()).at(-1)).toEqual({
      action: 'application.member_joined',
      detail: { invitationId, role: 'member' },
    })
  })

  test('reaches someone who signs up with the address afterwards', async () => {
    const email = someEmail()
    const { id: invitationId } = await invite(email, 'owner')
    const guest = await signUpDeveloper(email)
    expect(await listTeamInvitations(guest.id)).toMatchObject([
      { id: invitationId, role: 'owner', application: { id, name: 'Boutique' } },
    ])
    expect(await accept(guest.actor, invitationId)).toMatchObject({ value: { id } })
    expect(await listTeamInvitations(guest.id)).toEqual([])
    expect((await listTeam(id, guest.id)).filter(({ role }) => role === 'owner')).toHaveLength(2)
  })

  test('is for its address alone', async () => {
    const { id: invitationId } = await invite(someEmail())
    const stranger = await createDeveloper()
    expect(await accept(stranger, invitationId)).toEqual(gone)
    expect(await decline(stranger, invitationId)).toEqual(gone)
    expect(await listTeamInvitations(stranger.id)).toEqual([])
  })

  test('is cancelled by a newer one, and works for seven days', async () => {
    const guest = await createDeveloper()
    const previous = await invite(guest.email)
    const newer = await invite(guest.email, 'owner')
    expect(await findTeamInvitation(previous.link)).toEqual({ state: 'unknown', row: null })
    expect(await accept(guest, previous.id)).toEqual(gone)
    expect(await listSentInvitations(id, owner.id)).toMatchObject([{ id: newer.id, role: 'owner' }])
    setClock(new Date(Date.now() + 7 * 24 * 3600_000 - 60_000))
    expect((await findTeamInvitation(newer.link)).state).toBe('usable')
    setClock(new Date(Date.now() + 7 * 24 * 3600_000 + 60_000))
    expect((await findTeamInvitation(newer.link)).state).toBe('expired')
    expect(await accept(guest, newer.id)).toEqual(gone)
    expect(await listSentInvitations(id, owner.id)).toEqual([])
    expect((await invite(guest.email)).id).not.toBe(newer.id)
  })

  test('can be declined and revoked, each once, and is recorded', async () => {
    const guest = await createDeveloper()
    const first = await invite(guest.email)
    expect((await decline(guest, first.id)).ok).toBe(true)
    expect(await accept(guest, first.id)).toEqual(gone)
    const second = await invite(guest.email)
    expect((await revoke(owner, second.id)).ok).toBe(true)
    expect(await revoke(owner, second.id)).toEqual(refused('gone'))
    expect(await accept(guest, second.id)).toEqual(gone)
    const actions = (await audited()).map(({ action }) => action)
    expect(actions).toContain('application.invitation_declined')
    expect(actions.at(-1)).toBe('application.invitation_revoked')
  })

  test.each([
    [
      'hands over',
      (member: Developer) => executeAs(owner, handOver, { target: id, input: { memberId: member.id } }),
    ],
    ['leaves', () => executeAs(owner, leaveTeam, { target: id })],
    [
      'is suspended',
      async () =>
        executeAs(await createDeveloper({ role: 'administrator' }), suspendDeveloper, {
          target: owner.id,
          input: { reason: 'Abuse' },
        }),
    ],
    ['deletes the application', () => executeAs(owner, deleteApplication, { target: id, input: {} })],
  ])('ends when its sender %s', async (_what, act) => {
    const member = await addToTeam(id, owner, 'member')
    const guest = await createDeveloper()
    const { id: invitationId, link } = await invite(guest.email)
    expect((await act(member)).ok).toBe(true)
    expect(await accept(guest, invitationId)).toEqual(gone)
    expect((await findTeamInvitation(link)).state).toBe('unknown')
    expect(await listTeamInvitations(guest.id)).toEqual([])
  })

  test('locks the team and the new member in the order of their ids, as every command on a team does', async () => {
    const guest = await createDeveloper()
    expect(owner.id < guest.id).toBe(true)
    const { id: invitationId } = await invite(guest.email)
    const release = await holdLocks(databasePool(), 'SELECT FROM developer WHERE id = $1 FOR UPDATE', [
      owner.id,
    ])
    const accepted = accept(guest, invitationId)
    await untilBlocked(databasePool(), 1)
    // While it waits for the owner, it holds no lock that the holder could need.
    await database().$queryRaw`SELECT id FROM developer WHERE id = ${guest.id}::uuid FOR UPDATE NOWAIT`
    await release()
    expect((await accepted).ok).toBe(true)
  })

  test('gives no place to anyone suspended', async () => {
    const guest = await createDeveloper()
    const { id: invitationId } = await invite(guest.email)
    await database().developer.update({ where: { id: guest.id }, data: { suspendedAt: new Date() } })
    expect(await accept(guest, invitationId)).toEqual(gone)
  })
})

describe('inviting', () => {
  test('returns, writes and mails the same for an address with an account and without', async () => {
    const known = await createDeveloper()
    const answers = []
    for (const email of [known.email, someEmail()]) {
      const result = await send(email)
      const mails = (await readOutbox(email)).map(({ template, locale }) => ({ template, locale }))
      const detail = Object.keys((await audited()).at(-1)?.detail as object)
      answers.push({ ok: result.ok, mails, detail })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('refuses an address of the team', async () => {
    const member = await addToTeam(id, owner, 'member')
    for (const { email } of [owner, member]) expect(await send(email)).toEqual(refused('on_team'))
    expect(await listSentInvitations(id, owner.id)).toEqual([])
  })

  test('is throttled: for one address soon, for one inviter later', async () => {
    const email = someEmail()
    for (let count = 0; count < 5; count++) await invite(email)
    const first = await Promise.all([1, 2].map(() => send(email)))
    expect(first.filter(({ ok }) => !ok)).toMatchObject([{ reason: 'throttled' }])
    let refused = 0
    for (let count = 0; count < 20; count++) if (!(await send(someEmail())).ok) refused++
    expect(refused).toBeGreaterThan(3)
  })

  test('stops at fifty places, open invitations included', async () => {
    const rows = Array.from({ length: 49 }, (_, index) => ({
      id: crypto.randomUUID(),
      applicationId: id,
      email: `guest-${index}@example.com`,
      role: 'member' as const,
      invitedById: owner.id,
      tokenHash: crypto.getRandomValues(new Uint8Array(32)),
      expiresAt: new Date(Date.now() + 3600_000),
    }))
    await database().membershipInvitation.createMany({ data: rows })
    const result = await send(someEmail())
    expect(result).toEqual(refused('full'))
    expect((await send('guest-1@example.com', 'owner')).ok).toBe(true)
  })
})

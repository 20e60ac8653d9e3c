import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '@/generated/prisma/client'
import { database } from '@/lib/database'
import { resetSecondFactor } from '@/lib/identity/factors'
import { findSession, revokeOtherSessions } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { openMail } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { acceptRole, inSession, openSession, stranger } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { findDeveloperEntry, findEmailAddresses, listInvitations, searchDevelopers } from './directory'
import { acceptAsNewcomer, findInvitation } from './invitation'
import { cancelInvitation, inviteToRole, lowerRole } from './roles'

const { owner } = withOwnDatabase()
let administrator: Person

type Person = Developer<Role>

const password = 'quatre chevaux sous la varangue bleue'

beforeEach(async () => {
  // Each test has the administrators it makes, and no others.
  await owner.query('ALTER TABLE developer DISABLE TRIGGER developer_last_administrator')
  await owner.query(`UPDATE developer SET role = 'developer'`)
  await owner.query('ALTER TABLE developer ENABLE TRIGGER developer_last_administrator')
  administrator = await createDeveloper({ role: 'administrator' })
})

function signIn({ id }: Person, confirmedAt: Date | null = null) {
  return openSession(id, { confirmedAt })
}

async function signedIn(person: Person, confirmedAt: Date | null = null) {
  const { sessionId } = await signIn(person, confirmedAt)
  return { id: person.id, sessionId, confirmedAt }
}

async function audited(subjectId: string) {
  const rows = await database().auditEntry.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } })
  return rows.map(({ action, actorId, detail }) => ({ action, actorId, detail }))
}

async function mailTo(email: string) {
  const mail = await database().mailMessage.findFirstOrThrow({
    where: { toAddress: email },
    orderBy: { id: 'desc' },
  })
  return { template: mail.template, locale: mail.locale, props: openMail(mail) }
}

async function linkTo(email: string): Promise<string> {
  const { props } = await mailTo(email)
  return String(props.link).split('/').at(-1) ?? ''
}

async function invite(email: string, role: 'reviewer' | 'administrator' = 'reviewer') {
  const result = await succeed(
    executeAs(administrator, inviteToRole, { input: { email, role, locale: 'fr' } }),
  )
  return { id: result, link: await linkTo(email) }
}

describe('inviting someone new', () => {
  test('gives the role with the password, once, and signs them in', async () => {
    const email = `${newId()}@example.com`
    const { id, link } = await invite(email)
    expect(await mailTo(email)).toMatchObject({
      template: 'reviewer-invitation',
      locale: 'fr',
      props: { role: 'reviewer', hours: 24 },
    })
    expect(await findDeveloperEntry(id)).toMatchObject({ role: 'developer', invitedTo: 'reviewer' })
    expect(await findInvitation(link)).toMatchObject({ developerId: id, role: 'reviewer', activated: false })
    expect(
      await executeAs(stranger, acceptAsNewcomer, { input: { link, password: 'password' } }),
    ).toMatchObject({ ok: false })

    const results = await Promise.all(
      [1, 2].map(() => executeAs(stranger, acceptAsNewcomer, { input: { link, password } })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('unusable_link'))
    const accepted = results.find(({ ok }) => ok)
    if (!accepted?.ok) throw new Error('refused')
    expect(await findSession(accepted.value)).toMatchObject({ developerId: id, role: 'reviewer' })
    expect(await findInvitation(link)).toBeNull()
    const reports = (await readOutbox(administrator.email)).filter(
      ({ template }) => template === 'staff-role',
    )
    const about = { role: 'reviewer', personEmail: email, byEmail: administrator.email }
    expect(reports.map(({ props }) => props)).toEqual([
      { change: 'offered', ...about },
      { change: 'accepted', ...about },
    ])
    expect(await audited(id)).toEqual([
      { action: 'developer.invited', actorId: administrator.id, detail: { role: 'reviewer' } },
      {
        action: 'developer.role_accepted',
        actorId: id,
        detail: { role: 'reviewer', invitedById: administrator.id },
      },
    ])
  })

  test('can be revoked', async () => {
    const email = `${newId()}@example.com`
    const { id, link } = await invite(email)
    expect(await listInvitations()).toContainEqual(
      expect.objectContaining({ developerId: id, email, role: 'reviewer', invitedById: administrator.id }),
    )
    expect((await executeAs(administrator, cancelInvitation, { target: id })).ok).toBe(true)
    expect(await executeAs(administrator, cancelInvitation, { target: id })).toEqual(refused('not_found'))
    expect(await findInvitation(link)).toBeNull()
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'developer.invited',
      'developer.invitation_cancelled',
    ])
  })
})

describe('inviting a developer', () => {
  test('changes nothing until they accept, signed in; then all their sessions make way for one', async () => {
    const developer = await createDeveloper()
    const { link } = await invite(developer.email)
    const before = await signIn(developer, new Date())
    expect(await findSession(before)).toMatchObject({ role: 'developer' })
    const stranger = await createDeveloper()
    for (const [whose, who] of [
      [link, stranger],
      ['nonsense', developer],
    ] as const)
      expect(await acceptRole(whose, await signedIn(who))).toEqual(refused('unusable_link'))
    expect(await executeAs(stranger, acceptAsNewcomer, { input: { link, password } })).toEqual(
      refused('unusable_link'),
    )
    const confirmedAt = new Date()
    const asked = await signedIn(developer, confirmedAt)
    const accepted = await succeed(acceptRole(link, asked))
    expect(await findSession(before)).toBeNull()
    expect(await findSession(accepted)).toMatchObject({ role: 'reviewer', confirmedAt })
    expect(accepted.sessionId).not.toBe(before.sessionId)
  })

  test('opens no session for one that has ended meanwhile', async () => {
    const developer = await createDeveloper()
    const { link } = await invite(developer.email)
    const ended = await signedIn(developer, new Date())
    await executeAs(inSession(developer, (await signIn(developer)).sessionId), revokeOtherSessions, {
      input: { keepAccessKeys: false },
    })
    expect(await acceptRole(link, ended)).toEqual(refused('not_found'))
    expect(await findInvitation(link)).not.toBeNull()
  })

  test('is refused for oneself, for anyone with that role or a higher one, and for the suspended', async () => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const suspended = await createDeveloper({ suspendedAt: new Date() })
    const cases = [
      [administrator.email, 'administrator', 'own_role'],
      [reviewer.email, 'reviewer', 'has_role'],
      [suspended.email, 'reviewer', 'suspended'],
    ] as const
    for (const [email, role, reason] of cases)
      expect(await executeAs(administrator, inviteToRole, { input: { email, role, locale: 'en' } })).toEqual({
        ok: false,
        reason,
      })
    await succeed(
      executeAs(administrator, inviteToRole, {
        input: { email: reviewer.email, role: 'administrator', locale: 'en' },
      }),
    )
  })

  test('is void once its sender is no longer an administrator', async () => {
    const other = await createDeveloper({ role: 'administrator' })
    const developer = await createDeveloper()
    await executeAs(other, inviteToRole, {
      input: { email: developer.email, role: 'administrator', locale: 'en' },
    })
    const link = await linkTo(developer.email)
    await succeed(executeAs(administrator, lowerRole, { target: other.id, input: { role: 'developer' } }))
    expect(await findInvitation(link)).toBeNull()
  })

  test('is void if its sender lost the role while it was being created', async () => {
    const other = await createDeveloper({ role: 'administrator' })
    const developer = await createDeveloper()
    const email = `${newId()}@example.com`
    for (const to of [developer.email, email])
      await executeAs(other, inviteToRole, { input: { email: to, role: 'administrator', locale: 'en' } })
    await owner.query(`UPDATE developer SET role = 'developer' WHERE id = $1`, [other.id])
    const [link = '', newcomers = ''] = await Promise.all([developer.email, email].map(linkTo))
    expect(await findInvitation(link)).toBeNull()
    const unusable = refused('unusable_link')
    expect(await acceptRole(link, await signedIn(developer))).toEqual(unusable)
    expect(await executeAs(stranger, acceptAsNewcomer, { input: { link: newcomers, password } })).toEqual(
      unusable,
    )
  })
})

describe('taking a role away', () => {
  test('signs out immediately, is mailed and recorded', async () => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const session = await signIn(reviewer)
    await succeed(executeAs(administrator, lowerRole, { target: reviewer.id, input: { role: 'developer' } }))
    expect(await findSession(session)).toBeNull()
    expect(await findDeveloperEntry(reviewer.id)).toMatchObject({ role: 'developer', sessions: 0 })
    expect(await mailTo(reviewer.email)).toMatchObject({
      template: 'role-changed',
      props: { role: 'developer' },
    })
    expect(await audited(reviewer.id)).toEqual([
      {
        action: 'developer.role_lowered',
        actorId: administrator.id,
        detail: { from: 'reviewer', to: 'developer' },
      },
    ])
  })

  test('is refused for oneself, and for anyone without a higher role', async () => {
    const developer = await createDeveloper()
    const cases = [
      [administrator.id, 'developer', 'own_role'],
      [developer.id, 'developer', 'not_lower'],
      [developer.id, 'reviewer', 'not_lower'],
    ] as const
    for (const [id, role, reason] of cases)
      expect(await executeAs(administrator, lowerRole, { target: id, input: { role } })).toEqual({
        ok: false,
        reason,
      })
  })

  test('of two administrators who remove each other at the same time, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await createDeveloper({ role: 'administrator' })
      const results = await Promise.all([
        executeAs(administrator, lowerRole, { target: other.id, input: { role: 'developer' } }),
        executeAs(other, lowerRole, { target: administrator.id, input: { role: 'developer' } }),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      // The second may also come so late that its administrator is none any more.
      const late = [refused('last_administrator'), refused('not_found')]
      expect(late).toContainEqual(results.find(({ ok }) => !ok))
      const left = await database().developer.findMany({ where: { role: 'administrator' } })
      expect(left).toHaveLength(1)
      administrator = { ...administrator, id: left[0]?.id ?? '' }
    }
  })

  test('the database itself keeps the last one who can sign in, whatever the code does', async () => {
    await createDeveloper({ role: 'administrator', suspendedAt: new Date() })
    await createDeveloper({ role: 'administrator', activated: false })
    await createDeveloper({ role: 'administrator', deletedAt: new Date() })
    const where = { id: administrator.id }
    for (const data of [
      { role: 'reviewer' as const },
      { suspendedAt: new Date() },
      { deletedAt: new Date() },
      { activatedAt: null },
    ])
      await expect(database().developer.update({ where, data })).rejects.toThrow()
    await expect(database().developer.updateMany({ data: { role: 'developer' } })).rejects.toThrow()
    await expect(owner.query('DELETE FROM developer WHERE id = $1', [administrator.id])).rejects.toThrow(
      'the last administrator stays',
    )
    expect(await database().developer.findUnique({ where })).toMatchObject({ role: 'administrator' })
  })
})

describe('a lost second factor', () => {
  async function withFactor(role: Role) {
    const developer = await createDeveloper({ role, factor: true })
    const code = { id: newId(), developerId: developer.id, codeHash: new Uint8Array([2]) }
    await database().recoveryCode.create({ data: code })
    return developer
  }

  // ASVS 6.4.4
  test('is removed by another administrator: codes and sessions end, mailed and recorded', async () => {
    const owner = await withFactor('administrator')
    const session = await signIn(owner)
    expect((await executeAs(administrator, resetSecondFactor, { target: owner.id })).ok).toBe(true)
    expect(await database().totpFactor.count({ where: { developerId: owner.id } })).toBe(0)
    expect(await database().recoveryCode.count({ where: { developerId: owner.id } })).toBe(0)
    expect(await findSession(session)).toBeNull()
    expect(await mailTo(owner.email)).toMatchObject({ template: 'second-factor-turned-off' })
    expect(await audited(owner.id)).toMatchObject([
      { action: 'developer.second_factor_reset', actorId: administrator.id },
    ])
    const again = await executeAs(administrator, resetSecondFactor, { target: owner.id })
    expect(again).toEqual(refused('no_factor'))
  })

  test('is not removed by its owner', async () => {
    const owner = await withFactor('administrator')
    expect(await executeAs(owner, resetSecondFactor, { target: owner.id })).toEqual(refused('own_factor'))
    expect(await database().totpFactor.count({ where: { developerId: owner.id } })).toBe(1)
  })
})

describe('the directory', () => {
  test('finds by part of the address, id, role and state, page by page', async () => {
    const mark = newId().slice(-12)
    const people = []
    for (const [name, data] of [
      ['a_b', {}],
      ['axb', { suspendedAt: new Date() }],
      ['a%b', { activated: false }],
      ['gone', { deletedAt: new Date() }],
    ] as const)
      people.push(await createDeveloper({ email: `${mark}.${name}@example.com`, ...data }))
    const find = async (filter: Parameters<typeof searchDevelopers>[0]) =>
      (await searchDevelopers(filter, undefined, 10)).rows.map(({ email }) => email.split(/[.@]/)[1])
    expect(await find({ text: mark })).toEqual(['a%b', 'axb', 'a_b'])
    expect(await find({ text: `${mark}.A_B` })).toEqual(['a_b'])
    expect(await find({ text: `${mark}.a%` })).toEqual(['a%b'])
    expect(await find({ text: people[1]?.id })).toEqual(['axb'])
    expect(await find({ text: mark, state: 'suspended' })).toEqual(['axb'])
    expect(await find({ text: mark, state: 'active' })).toEqual(['a_b'])
    expect(await find({ text: mark, state: 'not_activated' })).toEqual(['a%b'])
    expect(await find({ text: mark, role: 'reviewer' })).toEqual([])
    const first = await searchDevelopers({ text: mark }, undefined, 2)
    expect(first).toMatchObject({ older: true, rows: [{ id: people[2]?.id }, { id: people[1]?.id }] })
    const second = await searchDevelopers({ text: mark }, people[1]?.id, 2)
    expect(second).toMatchObject({ older: false, rows: [{ id: people[0]?.id }] })
  })

  // ASVS 15.3.1
  test('shows no password hash, and no deleted developer', async () => {
    const shown = await findDeveloperEntry(administrator.id)
    expect(shown).not.toHaveProperty('passwordHash')
    const gone = await createDeveloper({ deletedAt: new Date() })
    expect(await findDeveloperEntry(gone.id)).toBeNull()
    expect(await findDeveloperEntry('nonsense')).toBeNull()
    expect(await findEmailAddresses([administrator.id, gone.id, null, 'x'])).toEqual(
      new Map([[administrator.id, administrator.email]]),
    )
  })
})

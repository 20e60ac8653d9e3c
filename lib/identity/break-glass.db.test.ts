import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { acceptAsNewcomer } from '@/lib/developers/invitation'
import { inviteToRole, lowerRole, makeBreakGlass } from '@/lib/developers/roles'
import { refused, succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  acceptRole,
  codeFor,
  enterPassword,
  giveSecondFactor,
  goodPassword,
  inSession,
  openSession,
  otherPassword,
  signUpDeveloper,
  someEmail,
  stranger,
} from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { refuseWithoutBreakGlass } from './break-glass'
import { changePassword, requestPasswordReset, resetPassword } from './password-change'
import { signInByCode } from './reauthentication'
import { listRefusedSignIns } from './refused-sign-in'
import { findSession } from './session'

const { owner: sql } = withOwnDatabase()
const operator = { id: null, role: 'system', operator: 'root' } as const

beforeEach(() => set('break-glass'))
afterEach(() => set('allowed'))

function set(passwords: string) {
  const on = passwords === 'break-glass'
  const settings = {
    STAFF_PASSWORDS: passwords,
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'guichet',
  }
  for (const [name, value] of Object.entries(settings))
    if (on) process.env[name] = value
    else delete process.env[name]
  delete (globalThis as { guichetSettings?: object }).guichetSettings
}

async function staff(role: 'reviewer' | 'administrator', breakGlass = false) {
  const who = await signUpDeveloper()
  await sql.query('UPDATE developer SET role = $2, break_glass = $3 WHERE id = $1', [
    who.id,
    role,
    breakGlass,
  ])
  return who
}

const tryPassword = (email: string) => enterPassword({ email, password: goodPassword })

describe('with STAFF_PASSWORDS=break-glass', () => {
  test('other reviewers and administrators cannot sign in with a password; developers can', async () => {
    for (const role of ['reviewer', 'administrator'] as const) {
      const { email, id } = await staff(role)
      expect(await tryPassword(email)).toEqual(refused('provider_only'))
      expect(await enterPassword({ email, password: otherPassword })).toEqual(refused('wrong'))
      expect(await listRefusedSignIns(id)).toMatchObject([{ why: 'provider_only' }])
    }
    expect(await tryPassword((await signUpDeveloper()).email)).toMatchObject({ ok: true })
  })

  test('their sessions from before have ended', async () => {
    const who = await staff('reviewer')
    const session = await openSession(who.id)
    expect(await findSession(session)).toBeNull()
    await sql.query('UPDATE developer SET break_glass = true WHERE id = $1', [who.id])
    expect(await findSession(session)).not.toBeNull()
  })

  test('nor can they reset or change one, also with an earlier link', async () => {
    set('allowed')
    const { email, actor, session } = await staff('reviewer')
    await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
    const link = await lastLink(email)
    set('break-glass')
    await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
    expect(await lastLink(email)).toBe(link)
    expect(await executeAs(stranger, resetPassword, { input: { link, password: otherPassword } })).toEqual(
      refused('unusable_link'),
    )
    const change = { currentPassword: goodPassword, newPassword: otherPassword }
    const current = inSession(actor, session.sessionId)
    expect(await executeAs(current, changePassword, { input: change })).toEqual(refused('wrong'))
  })

  test('each break-glass sign-in is e-mailed to all administrators, once it is complete', async () => {
    const who = await staff('administrator', true)
    const { key } = await giveSecondFactor(who)
    const other = await staff('administrator')
    const gone = await createDeveloper({ role: 'administrator', suspendedAt: new Date() })
    const reports = async (email: string) =>
      (await readOutbox(email)).filter(({ template }) => template === 'break-glass-sign-in')
    const pending = await succeed(tryPassword(who.email))
    expect(await reports(other.email)).toEqual([])
    const owner = { id: who.id, role: 'administrator' } as const
    const session = inSession(owner, pending.sessionId)
    await succeed(executeAs(session, signInByCode, { input: { code: codeFor(key, 1) } }))
    for (const email of [who.email, other.email])
      expect(await reports(email)).toMatchObject([
        { props: { personEmail: who.email, address: '127.0.0.1' } },
      ])
    expect(await reports(gone.email)).toEqual([])
    const bare = await staff('reviewer', true)
    expect(await tryPassword(bare.email)).toMatchObject({ ok: true })
    expect((await reports(other.email)).length).toBe(2)
    expect(await tryPassword((await signUpDeveloper()).email)).toMatchObject({ ok: true })
    expect((await reports(other.email)).length).toBe(2)
  })

  test('only break-glass accounts are invited by e-mail', async () => {
    const invitation = { email: someEmail(), role: 'reviewer' } as const
    expect(await executeAs(operator, inviteToRole, { input: { ...invitation, locale: 'en' } })).toEqual(
      refused('provider_only'),
    )
    await succeed(
      executeAs(operator, inviteToRole, { input: { ...invitation, locale: 'en', breakGlass: true } }),
    )
    const link = await lastLink(invitation.email)
    await succeed(executeAs(stranger, acceptAsNewcomer, { input: { link, password: goodPassword } }))
    const developer = await database().developer.findUniqueOrThrow({ where: { email: invitation.email } })
    expect(developer).toMatchObject({ role: 'reviewer', breakGlass: true })
  })

  test('a session that becomes one of a break-glass account, by an invitation, is e-mailed as a sign-in', async () => {
    const administrator = await staff('administrator')
    const { id, email, session } = await signUpDeveloper()
    await executeAs(operator, inviteToRole, {
      input: { email, role: 'reviewer', locale: 'en', breakGlass: true },
    })
    const signedIn = { id, sessionId: session.sessionId, confirmedAt: new Date() }
    expect(await acceptRole(await lastLink(email), signedIn)).toMatchObject({ ok: true })
    const mails = (await readOutbox(administrator.email)).filter(
      ({ template }) => template === 'break-glass-sign-in',
    )
    expect(mails).toMatchObject([{ props: { personEmail: email } }])
  })

  test('an invitation from before gives no account that could not sign in', async () => {
    set('allowed')
    const invitation = { email: someEmail(), role: 'reviewer' } as const
    await executeAs(operator, inviteToRole, { input: { ...invitation, locale: 'en' } })
    set('break-glass')
    const link = await lastLink(invitation.email)
    expect(await executeAs(stranger, acceptAsNewcomer, { input: { link, password: goodPassword } })).toEqual(
      refused('unusable_link'),
    )
  })

  test('the start is refused until a break-glass account has a password and a second factor', async () => {
    await sql.query('UPDATE developer SET break_glass = false')
    await expect(refuseWithoutBreakGlass()).rejects.toThrow(/^STAFF_PASSWORDS: /)
    const who = await staff('administrator', true)
    await expect(refuseWithoutBreakGlass()).rejects.toThrow('second factor')
    await giveSecondFactor(who)
    await refuseWithoutBreakGlass()
    await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [who.id])
    await expect(refuseWithoutBreakGlass()).rejects.toThrow('STAFF_PASSWORDS')
    set('allowed')
    await refuseWithoutBreakGlass()
  })
})

test('an account that has the role becomes a break-glass account immediately, and none with the role any more', async () => {
  const { email, id } = await staff('reviewer')
  const asked = { email, role: 'reviewer' } as const
  expect(await executeAs(operator, makeBreakGlass, { input: { ...asked, role: 'administrator' } })).toEqual(
    refused('not_found'),
  )
  expect(await executeAs(operator, makeBreakGlass, { input: asked })).toEqual({ ok: true, value: undefined })
  expect(await executeAs(operator, makeBreakGlass, { input: asked })).toEqual(refused('already'))
  const administrator = await staff('administrator')
  const actor = { id: administrator.id, role: 'administrator' } as const
  await succeed(executeAs(actor, lowerRole, { target: id, input: { role: 'developer' } }))
  expect(await database().developer.findUniqueOrThrow({ where: { id } })).toMatchObject({ breakGlass: false })
})

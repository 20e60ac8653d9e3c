import { beforeAll, expect, test } from 'vitest'
import type { LinkPurpose } from '@/generated/prisma/client'
import { now, secondsFromNow, setClock } from '@/lib/clock'
import { database } from '@/lib/database'
import { acceptAsNewcomer } from '@/lib/developers/invitation'
import { lowerRole } from '@/lib/developers/roles'
import { reinstateDeveloper, suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { executeAs } from '@/scripts/launch/execute-as'
import {
  acceptRole,
  deleteAccount,
  inSession,
  openSession,
  otherPassword,
  someEmail,
  stranger,
} from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { activateDeveloper } from './activation'
import { lockDeveloper } from './administrators'
import { makeBrowserKnown } from './browser-link'
import { changeEmail } from './email-change'
import { undoEmailChange } from './email-undo'
import { resetSecondFactor } from './factors'
import { findLink, issueLink, linkAccounts } from './link'
import { hashPassword } from './password'
import { changePassword, resetPassword } from './password-change'
import { revokeOtherSessions, revokeSession } from './session'

withOwnDatabase()

beforeAll(async () => {
  const row = { ...administrator, email: 'administrator@example.com', activatedAt: now(), passwordHash: 'x' }
  await database().developer.create({ data: row })
})

const purposes = Object.keys(linkAccounts) as LinkPurpose[]
const administrator = { id: '019aa3c0-0000-7000-8000-00000000aaaa', role: 'administrator' } as const
const currentPassword = 'lantern quarry mosaic tandem'
const hours = 24

/**
 * The states of an account, or events, between the mail with a link and the use of that link; and which links
 * then work. Actions of the owner go through their commands, so that cancelling is tested too.
 */
const afterwards = {
  'is not activated': { start: 'unactivated', usable: ['activation', 'invitation'] },
  'is active': { usable: ['invitation', 'password_reset', 'email_change', 'email_undo', 'known_browser'] },
  'is active with a second factor': {
    start: 'with second factor',
    usable: ['invitation', 'password_reset', 'email_change', 'email_undo', 'known_browser'],
  },
  'is a reviewer': {
    start: 'reviewer',
    usable: ['invitation', 'password_reset', 'email_change', 'email_undo', 'known_browser'],
  },
  'is suspended': { happens: suspend, usable: [] },
  'was suspended before it was activated': { start: 'unactivated', happens: suspend, usable: [] },
  // The owner of a taken account may have had it suspended: undoing the change has to wait, and stays possible.
  'was suspended and reinstated': { happens: suspendAndReinstate, usable: ['email_undo'] },
  'was suspended by the program before this one': { happens: suspendOnly, usable: [] },
  'is deleted': { happens: remove, usable: [] },
  'lost its role': {
    start: 'reviewer',
    happens: lower,
    usable: ['password_reset', 'email_undo', 'known_browser'],
  },
  'lost its second factor to an administrator': {
    start: 'with second factor',
    happens: resetFactor,
    usable: ['invitation', 'password_reset', 'email_undo', 'known_browser'],
  },
  'changed its password': { happens: change, usable: ['invitation', 'email_undo', 'known_browser'] },
  'ended its other sessions': {
    happens: endOthers,
    usable: ['invitation', 'password_reset', 'email_undo', 'known_browser'],
  },
  'ended one other session': {
    happens: endOne,
    usable: ['invitation', 'password_reset', 'email_undo', 'known_browser'],
  },
  'signed out': {
    happens: signOut,
    usable: ['invitation', 'password_reset', 'email_change', 'email_undo', 'known_browser'],
  },
} satisfies Record<
  string,
  { start?: Start; happens?: (account: Account) => Promise<unknown>; usable: LinkPurpose[] }
>

type Start = 'unactivated' | 'active' | 'with second factor' | 'reviewer'

const states = Object.entries(afterwards).map(([state, cell]) => ({
  start: 'active' as Start,
  ...cell,
  state,
}))

test.each(states.flatMap((cell) => purposes.map((purpose) => ({ ...cell, purpose }))))(
  '$purpose of an account that $state',
  async ({ purpose, start, usable, ...cell }) => {
    const account = await createAccount(start)
    const link = await issue(account, purpose)
    if ('happens' in cell) await cell.happens?.(account)
    await expectUse(account, purpose, link, (usable as LinkPurpose[]).includes(purpose))
  },
)

/** The orders in which links of one purpose may be used, and what each use comes to. */
const orders = {
  'twice, one after the other': { uses: ['first', 'first'], work: [true, false] },
  'the older after the newer was sent': { sent: 2, uses: ['first', 'last'], work: [false, true] },
  'the newer, then the older': { sent: 2, uses: ['last', 'first'], work: [true, false] },
  'after its time': { late: true, uses: ['first'], work: [false] },
  'twice at the same time': { atOnce: true, uses: ['first', 'first'], work: [true, false] },
  'from the session of another developer': { foreign: true, uses: ['first'], work: [false] },
} satisfies Record<string, Order>

type Order = {
  sent?: number
  late?: boolean
  atOnce?: boolean
  foreign?: boolean
  uses: ('first' | 'last')[]
  work: boolean[]
}

/**
 * Where a cell differs: an older link that undoes a change still does, as a newer one must not remove the way back;
 * a change and the acceptance of a role need the session of that developer, all other links are their own proof.
 */
const exceptions: Record<string, boolean[]> = {
  'email_undo the older after the newer was sent': [true, false],
  ...Object.fromEntries(
    (['activation', 'password_reset', 'email_undo', 'known_browser'] as const).map((purpose) => [
      `${purpose} from the session of another developer`,
      [true],
    ]),
  ),
}

test.each(
  Object.entries(orders as Record<string, Order>).flatMap(([name, order]) =>
    purposes.map((purpose) => ({ name, purpose, ...order })),
  ),
)('$purpose, $name', async ({ name, purpose, sent = 1, late, atOnce, foreign, uses, work }) => {
  setClock(now())
  const account = await createAccount(purpose === 'activation' ? 'unactivated' : 'active')
  const links: string[] = []
  for (let count = 0; count < sent; count++) links.push(await issue(account, purpose))
  if (late) setClock(secondsFromNow(hours * 3600))
  const user = foreign ? await createAccount('active') : account
  const use = (which: 'first' | 'last') =>
    perform(user, purpose, (which === 'first' ? links[0] : links.at(-1)) ?? '')
  const results: boolean[] = []
  if (atOnce) results.push(...(await Promise.all(uses.map(use))).sort().reverse())
  else for (const which of uses) results.push(await use(which))
  expect(results).toEqual(exceptions[`${purpose} ${name}`] ?? work)
  setClock(null)
})

/**
 * Two links of different purposes in one mailbox: once the one on the left was used, those listed still work.
 * All others are superseded.
 */
const survivors: Record<LinkPurpose, LinkPurpose[]> = {
  activation: ['invitation', 'password_reset', 'email_change', 'email_undo', 'known_browser'],
  invitation: ['password_reset', 'email_undo', 'known_browser'],
  password_reset: ['invitation', 'email_undo', 'known_browser'],
  email_change: ['invitation', 'email_undo'],
  email_undo: ['invitation'],
  known_browser: ['invitation', 'password_reset', 'email_change', 'email_undo'],
}

const pairs = purposes.flatMap((used) =>
  purposes.filter((other) => other !== used).map((other) => ({ used, other })),
)

test.each(pairs)('$other after $used', async ({ used, other }) => {
  const start = [used, other].includes('activation') ? 'unactivated' : 'active'
  const account = await createAccount(start)
  const first = await issue(account, used)
  const second = await issue(account, other)
  // A link that the account cannot use yet changes nothing for the other.
  const works = start === 'active' || ['activation', 'invitation'].includes(used)
  await expectUse(account, used, first, works)
  await expectUse(account, other, second, works ? survivors[used].includes(other) : other === 'activation')
})

test('the database itself refuses a link that does not fit its account, and a second activation', async () => {
  const account = await createAccount('active')
  await issue(account, 'activation')
  const use = { where: { developerId: account.id }, data: { usedAt: now() } }
  await expect(database().emailLink.updateMany(use)).rejects.toThrow('this account cannot use this link')
  const again = { where: { id: account.id }, data: { activatedAt: secondsFromNow(1) } }
  await expect(database().developer.update(again)).rejects.toThrow('an account is activated once')
})

type Account = { id: string; email: string; sessionId: string; target: string; previous: string }

let passwordHash: Promise<string> | undefined

async function createAccount(start: Start): Promise<Account> {
  passwordHash ??= hashPassword(currentPassword)
  const activated = start !== 'unactivated'
  const { id, email } = await createDeveloper({
    activated,
    passwordHash: activated ? await passwordHash : undefined,
    role: start === 'reviewer' ? 'reviewer' : 'developer',
    factor: start === 'with second factor',
  })
  const { sessionId } = await openSession(id)
  return { id, email, sessionId, target: someEmail(), previous: someEmail() }
}

function issue({ id, target, previous }: Account, purpose: LinkPurpose): Promise<string> {
  const newEmail = { email_change: target, email_undo: previous }[purpose as string]
  const invitation = { role: 'administrator', invitedById: administrator.id, breakGlass: false } as const
  return database().$transaction(async (transaction) => {
    await lockDeveloper(transaction, id)
    return issueLink(transaction, {
      developerId: id,
      purpose,
      hours,
      newEmail,
      ...(purpose === 'invitation' ? { invitation } : {}),
    })
  })
}

async function expectUse(account: Account, purpose: LinkPurpose, link: string, works: boolean) {
  expect((await findLink(link, purpose)).state).toBe(works ? 'usable' : 'unknown')
  expect(await perform(account, purpose, link)).toBe(works)
  if (!works)
    expect(
      await database().emailLink.count({
        where: { developerId: account.id, purpose, usedAt: { not: null } },
      }),
    ).toBe(0)
}

/** Uses the link as its page does. @returns whether it worked; the account's own password is never changed otherwise */
async function perform(account: Account, purpose: LinkPurpose, link: string): Promise<boolean> {
  const actor = { id: account.id, role: 'developer' } as const
  switch (purpose) {
    case 'activation':
      return (await executeAs(stranger, activateDeveloper, { input: { link, password: otherPassword } })).ok
    case 'invitation':
      return (
        (await executeAs(stranger, acceptAsNewcomer, { input: { link, password: otherPassword } })).ok ||
        (await acceptRole(link, await signedIn(account))).ok
      )
    case 'password_reset':
      return (await executeAs(stranger, resetPassword, { input: { link, password: otherPassword } })).ok
    case 'email_change':
      return (await executeAs(actor, changeEmail, { input: { link } })).ok
    case 'email_undo':
      return (await executeAs(stranger, undoEmailChange, { input: { link } })).ok
    case 'known_browser':
      return (await executeAs(stranger, makeBrowserKnown, { input: { link } })).ok
  }
}

async function signedIn({ id }: Account) {
  return { id, sessionId: (await openSession(id)).sessionId, confirmedAt: null }
}

function suspend({ id }: Account) {
  return executeAs(administrator, suspendDeveloper, { target: id, input: { reason: 'A test.' } })
}

async function suspendAndReinstate(account: Account) {
  await suspend(account)
  return executeAs(administrator, reinstateDeveloper, { target: account.id, input: { reason: 'A test.' } })
}

function suspendOnly({ id }: Account) {
  return database().developer.update({ where: { id }, data: { suspendedAt: now() } })
}

function remove({ id }: Account) {
  return deleteAccount({ id, role: 'developer' })
}

function lower({ id }: Account) {
  return executeAs(administrator, lowerRole, { target: id, input: { role: 'developer' } })
}

function resetFactor({ id }: Account) {
  return executeAs(administrator, resetSecondFactor, { target: id })
}

async function change({ id, sessionId }: Account) {
  const session = inSession({ id, role: 'developer' }, sessionId)
  const input = { currentPassword, newPassword: 'glyph violet ocean lantern' }
  const changed = await executeAs(session, changePassword, { input })
  expect(changed.ok).toBe(true)
}

function endOthers({ id, sessionId }: Account) {
  return executeAs(inSession({ id, role: 'developer' }, sessionId), revokeOtherSessions, {
    input: { keepAccessKeys: false },
  })
}

async function endOne({ id, sessionId }: Account) {
  return executeAs(inSession({ id, role: 'developer' }, sessionId), revokeSession, {
    target: (await openSession(id)).sessionId,
  })
}

function signOut({ id, sessionId }: Account) {
  return executeAs({ id, role: 'developer' }, revokeSession, { target: sessionId })
}

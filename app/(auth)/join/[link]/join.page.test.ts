import { beforeAll, expect, test } from 'vitest'
import { inviteToTeam, revokeInvitation } from '@/lib/applications/invite'
import { database } from '@/lib/database'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { goodPassword, someEmail } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { formOf } from '@/test/forms'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'

withOwnDatabase()
let owner: Developer
let shop: string

beforeAll(async () => {
  owner = await createDeveloper()
  shop = await createShop(owner)
})

async function invite(email: string): Promise<{ id: string; link: string }> {
  const invited = await executeAs(owner, inviteToTeam, { target: shop, input: { email, role: 'member' } })
  if (!invited.ok) throw new Error(invited.reason)
  return { id: invited.value.id, link: await lastLink(email) }
}

function join(link: string, fields = {}) {
  const action = 'app/(auth)/join/[link]/actions.ts joinWithPassword'
  return callAction(null, action, [{}, formOf({ link, password: goodPassword, ...fields })])
}

function open(link: string) {
  return loadPage('(auth)/join/[link]/page', { link }, null)
}

async function find(email: string) {
  return database().developer.findUnique({ where: { email }, include: { memberships: true, sessions: true } })
}

test('an invited person joins with the one e-mail, by post, and is not confirmed by it', async () => {
  const email = someEmail()
  const { link } = await invite(email)
  expect(await open(link)).toContain('Create account and join')
  expect(await find(email)).toBeNull()
  const joined = await join(link)
  expect(decodeURIComponent(joined.redirect ?? '')).toContain(`/applications/${shop}/team?done=joined`)
  expect(await find(email)).toMatchObject({
    email,
    activatedAt: expect.any(Date),
    memberships: [{ applicationId: shop, role: 'member' }],
    sessions: [{ confirmedAt: null }],
  })
  expect((await readOutbox(email)).map(({ template }) => template)).toEqual(['application-shared'])
  const entries = await database().auditEntry.findMany({ orderBy: { sequence: 'asc' } })
  expect(entries.slice(-3).map(({ action }) => action)).toEqual([
    'developer.signed_up',
    'developer.activated',
    'application.member_joined',
  ])
})

test('the link activates once, and only the address that it was mailed to', async () => {
  const email = someEmail()
  const { link } = await invite(email)
  const posts = await Promise.all([join(link), join(link), join(link, { email: someEmail() })])
  expect(posts.filter(({ redirect }) => redirect)).toHaveLength(1)
  expect((await find(email))?.sessions).toHaveLength(1)
  expect((await join(link)).redirect).toBeUndefined()
})

test('an address with an account signs in, and its password stays', async () => {
  const { email, id } = await createDeveloper()
  const { link } = await invite(email)
  const page = await open(link)
  expect(page).toContain('Sign in to accept')
  expect(page).not.toContain('name="password"')
  const before = await database().developer.findUniqueOrThrow({ where: { id } })
  expect((await join(link)).redirect).toBeUndefined()
  expect(await database().developer.findUniqueOrThrow({ where: { id } })).toEqual(before)
})

test('what was revoked, a weak password and a suspended account activate nothing', async () => {
  const email = someEmail()
  const { id, link } = await invite(email)
  expect(await join(link, { password: 'short' })).toMatchObject({
    answer: { errors: { password: expect.any(String) } },
  })
  await executeAs(owner, revokeInvitation, { target: shop, input: { invitationId: id } })
  expect((await join(link)).redirect).toBeUndefined()
  expect(await find(email)).toBeNull()

  const suspended = someEmail()
  const other = await invite(suspended)
  await createDeveloper({ email: suspended, activated: false, suspendedAt: new Date() })
  expect((await join(other.link)).redirect).toBeUndefined()
})

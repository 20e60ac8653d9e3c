import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/database'
import { findIssuer } from '@/lib/identity/provider-settings'
import type { SessionClaims } from '@/lib/identity/session'
import { addIdentity } from '@/lib/identity/sign-in-identity'
import { newId } from '@/lib/ids'
import { loadPage } from '@/test/access/load-page'
import { openSession, signUpDeveloper } from '@/test/developers'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

withOwnDatabase()
const settings = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'guichet', OIDC_NAME: 'Example ID' }

beforeAll(() => configure(settings))
afterAll(() => configure({}))

function configure(given: Record<string, string>) {
  for (const name of [...Object.keys(settings), 'STAFF_PASSWORDS']) delete process.env[name]
  Object.assign(process.env, given)
  delete (globalThis as { guichetSettings?: object }).guichetSettings
}

const signedOut = null as unknown as SessionClaims

/** Someone whom the provider signed in. */
async function openAtProvider(developerId: string): Promise<SessionClaims> {
  const person = { issuer: findIssuer() ?? '', subject: newId() }
  const identityId = await database().$transaction((transaction) =>
    addIdentity(transaction, person, developerId),
  )
  return openSession(developerId, { identityId })
}

test('the sign-in page offers the provider, by a link, next to the password', async () => {
  const html = await loadPage('(auth)/sign-in/page', {}, signedOut)
  expect(html).toMatch(/<a href="\/oidc\/sign-in"[^>]*>Continue with Example ID<\/a>/)
  expect(html).toContain('Password')
  configure({ ...settings, STAFF_PASSWORDS: 'break-glass' })
  expect(await loadPage('(auth)/sign-in/page', {}, signedOut)).toContain(
    'administrators sign in with Example ID',
  )
  configure({})
  expect(await loadPage('(auth)/sign-in/page', {}, signedOut)).not.toContain('/oidc/')
  configure(settings)
})

test('the account page links an identity once, and has no password to change without one', async () => {
  const account = await signUpDeveloper()
  const before = await loadPage('(portal)/account/security/page', {}, account.session)
  expect(before).toMatch(
    /<form class="[^"]*" action="\/oidc\/link" method="post">[\s\S]*<span>Link Example ID/,
  )
  expect(before).toContain('Current password')
  const { id } = await createDeveloper()
  const session = await openAtProvider(id)
  await database().developer.update({ where: { id }, data: { passwordHash: null } })
  const after = await loadPage('(portal)/account/security/page', {}, session)
  expect(after).toContain('Linked to Example ID since')
  expect(after).not.toContain('Unlink Example ID')
  expect(after).toContain('you’d have no other way to sign in')
  const both = await loadPage('(portal)/account/security/page', {}, await openAtProvider(account.id))
  expect(both).toContain('Unlink Example ID')
  expect(after).not.toContain('/oidc/link')
  expect(after).toContain('This account has no password')
  expect(after).not.toContain('Current password')
  expect(after).toContain('Not needed when you sign in with Example ID')
})

test('someone who signed in with the provider confirms there, others can do either', async () => {
  const account = await signUpDeveloper()
  expect(await loadPage('(auth)/confirm/page', {}, account.session)).not.toContain('/oidc/confirm')
  const session = await openAtProvider(account.id)
  const there = await loadPage('(auth)/confirm/page', {}, session)
  expect(there).toContain('href="/oidc/confirm?next=%2Fapplications"')
  expect(there).not.toContain('name="password"')
  const either = await loadPage('(auth)/confirm/page', {}, account.session)
  expect(either).toContain('/oidc/confirm')
  expect(either).toContain('name="password"')
})

test('a first second factor is set up in a session of the provider only after a confirmation', async () => {
  const { id, session } = await signUpDeveloper()
  expect(await loadPage('(auth)/two-factor/passkey/page', {}, session)).not.toContain('<fieldset disabled')
  const there = await openAtProvider(id)
  const disabled = '<fieldset disabled='
  expect(await loadPage('(auth)/two-factor/passkey/page', {}, there)).toContain(disabled)
  const { identityId } = await database().session.findUniqueOrThrow({ where: { id: there.sessionId } })
  const confirmed = await openSession(id, { identityId, confirmedAt: new Date() })
  expect(await loadPage('(auth)/two-factor/passkey/page', {}, confirmed)).not.toContain(disabled)
})

import { afterEach, expect, test, vi } from 'vitest'
import { clearSessionCookie, sessionCookieName, setSessionCookie } from './session-cookie'

const jar = vi.hoisted(() => ({ get: () => undefined, set: vi.fn() }))
vi.mock('next/headers', () => ({ cookies: async () => jar }))

afterEach(() => {
  vi.unstubAllGlobals()
  jar.set.mockClear()
})

const session = {
  developerId: 'a',
  sessionId: 'b',
  sessionVersion: 0,
  expiresAt: new Date(Date.now() + 60_000),
}

// ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4
test.each([
  ['https://portal.example', '__Host-next-auth.session-token', true],
  ['http://localhost:3000', 'next-auth.session-token', false],
])('the cookie of a session at %s is bound to it, and no script sees it', async (address, name, secure) => {
  vi.stubGlobal('guichetSettings', { PORTAL_URL: address, NEXTAUTH_SECRET: 'n'.repeat(32) })
  expect(sessionCookieName()).toBe(name)
  await setSessionCookie(session)
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  const encrypted = expect.stringMatching(/^eyJ[\w-]+\.\.[\w.-]+$/)
  expect(jar.set).toHaveBeenCalledWith(name, encrypted, { ...attributes, expires: session.expiresAt })
  // A `__Host-` cookie is deleted only by setting it again with the same attributes.
  await clearSessionCookie()
  expect(jar.set).toHaveBeenLastCalledWith(name, '', { ...attributes, maxAge: 0 })
})

import { decode } from 'next-auth/jwt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '@/lib/env'
import { recogniseDevice } from '@/lib/identity/device-cookie'
import { newId } from '@/lib/ids'
import {
  clearSessionCookie,
  knownDeviceCookieName,
  sessionCookieName,
  setSessionCookie,
} from './session-cookie'

type Cookie = { name: string; value: string; options: Record<string, unknown> }

// A request's cookies as Next.js returns them: the last value set wins.
const jar = vi.hoisted(() => new Map<string, Cookie>())
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, options: object) =>
      jar.set(name, { name, value, options: { ...options } }),
  }),
}))

const settings = globalThis as { guichetSettings?: unknown }
const session = {
  developerId: newId(),
  sessionId: newId(),
  sessionVersion: 3,
  expiresAt: new Date(Date.now() + 3_600_000),
}

beforeEach(() => jar.clear())
afterEach(() => {
  settings.guichetSettings = undefined
})

function serveAt(address: string): void {
  settings.guichetSettings = parseSettings({ ...process.env, PORTAL_URL: address })
}

// ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4
describe('the cookies of a sign-in', () => {
  test('the language of the account replaces that of the browser at a sign-in, and stays when a session continues', async () => {
    jar.set('locale', { name: 'locale', value: 'en', options: {} })
    await setSessionCookie(session)
    expect(jar.get('locale')?.value).toBe('en')
    await setSessionCookie({ ...session, locale: 'fr' })
    expect(jar.get('locale')).toMatchObject({ value: 'fr', options: { path: '/', sameSite: 'lax' } })
  })

  test('on https are tied to this host: __Host-, Secure, HttpOnly, SameSite, the whole site, no domain', async () => {
    serveAt('https://portal.example')
    await setSessionCookie(session)
    expect([...jar.keys()]).toEqual(['__Host-next-auth.session-token', '__Host-guichet.known-device'])
    for (const { options } of jar.values()) {
      expect(options).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax', path: '/' })
      expect(options).not.toHaveProperty('domain')
    }
    // A `__Host-` cookie is deleted only by setting it again with the same attributes.
    await clearSessionCookie()
    const { value, options } = jar.get('__Host-next-auth.session-token') ?? {}
    expect([value, options]).toEqual([
      '',
      { secure: true, httpOnly: true, sameSite: 'lax', path: '/', maxAge: 0 },
    ])
  })

  test('on http have no prefix, which a browser would refuse', async () => {
    await setSessionCookie(session)
    expect([...jar.keys()]).toEqual(['next-auth.session-token', 'guichet.known-device'])
    for (const { options } of jar.values()) expect(options.secure).toBe(false)
  })

  test('end with the session, and contain only its ids', async () => {
    await setSessionCookie(session)
    const { value = '', options } = jar.get(sessionCookieName()) ?? {}
    expect(options?.expires).toEqual(session.expiresAt)
    expect(value).not.toContain(session.sessionId)
    const { developerId, sessionId, sessionVersion } = session
    expect(await decode({ token: value, secret: process.env.NEXTAUTH_SECRET ?? '' })).toMatchObject({
      developerId,
      sessionId,
      sessionVersion,
    })
  })

  test('make the browser known only once the sign-in is complete', async () => {
    await setSessionCookie(session, { pending: true })
    expect(jar.has(knownDeviceCookieName())).toBe(false)
    await setSessionCookie(session)
    const marks = jar.get(knownDeviceCookieName())?.value
    expect(recogniseDevice(marks, session.developerId)).not.toBeNull()
    await setSessionCookie(session)
    expect(jar.get(knownDeviceCookieName())?.value).toBe(marks)
  })
})

import { hash } from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { rememberBranding } from '@/lib/branding/last-read'
import { type Branding, guichetBranding } from '@/lib/branding/schema'
import { remember } from '@/lib/remember'
import { checkPassword, hashPassword, needsRehash, PasswordQueueFull } from './password'
import { findWeakness, isTooShortAlone } from './password-strength'

const email = 'awa.diop@boutique.example'

// ASVS 6.2.1, 6.2.4, 6.2.5, 6.2.11, 6.2.12
describe('a new password', () => {
  test.each([
    ['violet tandem ', 'password_too_short'],
    ['violet tandem ocean glyph '.repeat(10).slice(0, 257), 'password_too_long'],
    ['passwordpassword', 'password_common'],
    ['aaaaaaaaaaaaaaaaaa', 'password_repeats'],
    ['123456789012345678', 'password_common'],
    ['abcdefghijklmnopq', 'password_sequence'],
    ['lundi mardi mercredi', 'password_sequence'],
    ['janeiro fevereiro', 'password_guessable'],
    ['obrigadoobrigado', 'password_repeats'],
    ['azertyuiopqsdfghjklm', 'password_keyboard'],
    ['awa.diop@boutique.example', 'password_names_you'],
    ['Boutique.Guichet.1', 'password_names_you'],
  ])('%j is refused', (password, weakness) => {
    expect(findWeakness(password, email, false)).toBe(weakness)
  })

  test.each([
    'violet tandem 1',
    'violet tandem ocean glyph '.repeat(10).slice(0, 256),
    'violet tandem ocean glyph',
    'cheval lampe orage tuile',
    'éléphant à pâtes bleues',
    'cavalo telha nuvem agulha',
  ])('%j is good, in any language and without digits or signs', (password) => {
    expect(findWeakness(password, email, false)).toBeNull()
  })

  test("does not rest on the operator's name either", () => {
    expect(findWeakness('q7-Djiguiya7vtz', email, false)).toBeNull()
    rememberBranding({ ...guichetBranding, productName: 'Djiguiya Pay' })
    try {
      expect(findWeakness('q7-Djiguiya7vtz', email, false)).toBe('password_names_you')
    } finally {
      remember<{ last?: Branding }>('guichetBranding', () => ({})).last = undefined
    }
  })

  test('8 characters are sufficient with a second factor, and are still checked', () => {
    expect(findWeakness('q7Vt!m2Z', email, true)).toBeNull()
    expect(findWeakness('q7Vt!m2', email, true)).toBe('password_too_short_with_code')
  })

  test.each([
    ['iloveyou1', 'password_common'],
    ['chocolat', 'password_common'],
    ['bibliotheque', 'password_guessable'],
    ['doudou123', 'password_repeats'],
    ['27/11/1998', 'password_date'],
    ['19982001', 'password_date'],
  ])('%j is refused with a second factor too', (password, weakness) => {
    expect(findWeakness(password, email, true)).toBe(weakness)
  })

  test('set alongside a second factor is known to be too short without one', () => {
    expect(isTooShortAlone('violet tandem ')).toBe(true)
    expect(isTooShortAlone('violet tandem 1')).toBe(false)
    expect(isTooShortAlone('🐘🦒🦓🐆🐊🦏🦛🐪')).toBe(true)
  })

  test('length counts characters, not UTF-16 units', () => {
    expect(findWeakness('🐘🦒🦓🐆🐊🦏🦛🐪', email, false)).toBe('password_too_short')
  })

  // ASVS 1.3.12, 6.2.9
  test('the longest is checked in good time', () => {
    const start = performance.now()
    findWeakness('p@ssw0rd 1!|4'.repeat(19), email, false)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('a hash', () => {
  // ASVS 11.4.2
  test('is argon2id with at least 19 MiB and two passes', async () => {
    expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  // ASVS 6.2.8
  test('is the same however the keyboard composes letters', async () => {
    const composed = 'caf\u00e9 au lait tous les jours'
    expect(await checkPassword(await hashPassword(composed), composed.normalize('NFD'))).toBe(true)
    expect(await checkPassword(await hashPassword(composed), 'cafe au lait tous les jours')).toBe(false)
  })

  test('without an account never matches', async () => {
    expect(await checkPassword(null, 'no password is this one')).toBe(false)
  })

  test('with weaker parameters has to be replaced', async () => {
    expect(needsRehash(await hash('x', { memoryCost: 8192, timeCost: 1, parallelism: 1 }))).toBe(true)
    expect(needsRehash(await hashPassword('x'))).toBe(false)
  })

  // ASVS 15.2.2
  test('two run at the same time, fifty wait, and the next is refused', async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => checkPassword(null, 'flood')))
    expect(refused(results)).toHaveLength(60 - 52)
    expect((refused(results)[0] as PromiseRejectedResult).reason).toBeInstanceOf(PasswordQueueFull)
  })

  test('for strangers leaves places to people identified by a session, a link or a known browser', async () => {
    const flood = Promise.allSettled(Array.from({ length: 60 }, () => checkPassword(null, 'flood', null)))
    const known = Promise.allSettled(Array.from({ length: 20 }, () => checkPassword(null, 'own')))
    expect(refused(await flood)).toHaveLength(60 - 32)
    expect(refused(await known)).toEqual([])
  })

  test('for one account leaves places to all others', async () => {
    const encoded = await hashPassword('x')
    const own = Promise.allSettled([
      ...Array.from({ length: 30 }, () => checkPassword(encoded, 'x', 'one')),
      ...Array.from({ length: 30 }, () => hashPassword('x', 'one')),
    ])
    const others = Promise.allSettled([
      checkPassword(encoded, 'x', 'other'),
      hashPassword('x', 'a third'),
      checkPassword(encoded, 'x', null),
    ])
    expect(refused(await own)).toHaveLength(60 - 7)
    expect(refused(await others)).toEqual([])
  })

  test('without an account works again after a flood that came before the first', async () => {
    vi.resetModules()
    const fresh = await import('./password')
    const flood = Promise.allSettled(Array.from({ length: 60 }, () => fresh.hashPassword('flood')))
    await Promise.allSettled([fresh.checkPassword(null, 'first')])
    await flood
    expect(await fresh.checkPassword(null, 'second')).toBe(false)
  })
})

function refused(results: PromiseSettledResult<unknown>[]) {
  return results.filter(({ status }) => status === 'rejected')
}

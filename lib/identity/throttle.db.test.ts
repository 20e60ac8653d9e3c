import { expect, test } from 'vitest'
import { secondsFromNow, setClock } from '@/lib/clock'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { enterPassword, goodPassword, otherPassword, signUpDeveloper, stranger } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { makeBrowserKnown, requestBrowserLink } from './browser-link'
import { rememberDevice } from './device-cookie'
import { requestPasswordReset, resetPassword } from './password-change'
import { countAttempt, countAttempts, returnAttempt } from './throttle'

withOwnDatabase()
const later = (seconds: number) => setClock(secondsFromNow(seconds))

/** As many guesses at one account as the waits allow, each from another address block. @returns how many were made */
async function guessFor(email: string, seconds: number): Promise<number> {
  let guesses = 0
  for (let passed = 0; passed < seconds; ) {
    const block = `203.0.${guesses % 250}.0`
    const refused = await countAttempts([
      ['sign_in_pair', `${email}\0${block}`],
      ['sign_in_account', email],
    ])
    if (!refused) guesses += 1
    passed += refused?.waitSeconds ?? 0
    later(refused?.waitSeconds ?? 0)
  }
  return guesses
}

// ASVS 6.3.1
test('a distributed attacker gets a bounded number of guesses at one account, however long it takes', async () => {
  setClock(secondsFromNow(0))
  const { email } = await signUpDeveloper()
  expect(await guessFor(email, 300)).toBeLessThanOrEqual(20 + 5 + 30)
  expect(await guessFor(email, 300)).toBeLessThanOrEqual(31)
}, 60_000)

// ASVS 6.3.1
test('the owner signs in from a new browser during the attack, by a mailed link and the same password', async () => {
  setClock(secondsFromNow(0))
  const { email, id } = await signUpDeveloper()
  await guessFor(email, 60)
  const browser = { address: '198.51.100.7', userAgent: 'new' }
  const enter = (marks?: string) => enterPassword({ email, password: goodPassword }, { ...browser, marks })
  while ((await countAttempt('sign_in_account', email)) > 0) later(1)
  expect(await enter()).toMatchObject({ reason: 'throttled' })
  await executeAs(stranger, requestBrowserLink, { input: { email } })
  const known = await executeAs(stranger, makeBrowserKnown, { input: { link: await lastLink(email) } })
  expect(known).toEqual({ ok: true, value: id })
  expect(await enter()).toMatchObject({ reason: 'throttled' })
  expect((await enter(rememberDevice(undefined, id))).ok).toBe(true)
})

test('a new password by a mailed link makes its browser known in the same way', async () => {
  const { email, id } = await signUpDeveloper()
  await executeAs(stranger, requestPasswordReset, { input: { email, intent: 'resend' } })
  const reset = await executeAs(stranger, resetPassword, {
    input: { link: await lastLink(email), password: otherPassword },
  })
  expect(reset).toEqual({ ok: true, value: id })
})

test('a link to a known browser is mailed to accounts that can sign in, and to no one else', async () => {
  const email = 'nobody@example.com'
  const requested = await executeAs(stranger, requestBrowserLink, { input: { email, intent: 'resend' } })
  expect(requested).toEqual({ ok: true, value: undefined })
  await expect(lastLink(email)).rejects.toThrow('no link')
})

test('a shared address in continuous use is fast again once its failures have leaked away', async () => {
  setClock(secondsFromNow(0))
  const address = '192.0.2.1'
  for (let failures = 0; failures < 106; )
    if ((await countAttempt('sign_in_address', address)) === 0) failures += 1
    else later(60)
  expect(await countAttempt('sign_in_address', address)).toBeGreaterThan(0)
  later(60)
  for (let minute = 0; minute < 60; minute++) {
    // One colleague after the other signs in: right passwords, at a rate at which nothing was ever forgotten before.
    for (let people = 0; people < 2; people++) {
      if ((await countAttempt('sign_in_address', address)) === 0)
        await returnAttempt('sign_in_address', address)
      later(30)
    }
  }
  for (let failures = 0; failures < 40; failures++)
    expect(await countAttempt('sign_in_address', address)).toBe(0)
})

test('a success takes back its own wait, not those of failures', async () => {
  setClock(secondsFromNow(0))
  const key = 'one address'
  for (let failures = 0; failures < 101; failures++) await countAttempt('sign_in_address', key)
  expect(await countAttempt('sign_in_address', key)).toBe(1)
  later(1)
  expect(await countAttempt('sign_in_address', key)).toBe(0)
  await returnAttempt('sign_in_address', key)
  expect(await countAttempt('sign_in_address', key)).toBe(0)
  expect(await countAttempt('sign_in_address', key)).toBe(2)
})

test('failures leak one by one: not all of them come back with the first', async () => {
  setClock(secondsFromNow(0))
  const take = () => countAttempt('sign_in_pair', 'someone at one address')
  for (let failures = 0; failures < 6; failures++) expect(await take()).toBe(0)
  expect(await take()).toBe(1)
  later(720)
  expect(await take()).toBe(0)
  expect(await take()).toBe(1)
  later(6 * 720)
  for (let failures = 0; failures < 6; failures++) expect(await take()).toBe(0)
})

test('free attempts do not wait for each other, even where a clock is behind', async () => {
  setClock(secondsFromNow(0))
  expect(await countAttempt('code', 'two portals')).toBe(0)
  later(-1)
  expect(await countAttempt('code', 'two portals')).toBe(0)
  later(1)
  await returnAttempt('code', 'two portals')
  later(-1)
  expect(await countAttempt('code', 'two portals')).toBe(0)
})

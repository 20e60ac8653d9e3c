import { expect, test } from 'vitest'
import { now, setClock } from '@/lib/clock'
import { getSettings } from '@/lib/env'
import { lastLink } from '@/scripts/launch/data'
import { callAction } from '@/test/access/next-request'
import { someEmail } from '@/test/developers'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'

withOwnDatabase()

async function post(name: string, fields: Record<string, string>) {
  return (await callAction(null, `app/(auth)/${name}`, [{}, formOf(fields)])).answer
}

const sent = expect.stringContaining('24 hours')

test('a mail is shown as sent, then as sent again, also while someone has to wait for another', async () => {
  const email = someEmail()
  const ask = (intent = '') => post('sign-up/actions.ts signUp', { email, intent })
  expect(await ask()).toEqual({ values: { email, intent: '' }, value: expect.stringContaining(email) })
  for (let count = 0; count < 5; count++)
    expect(await ask('resend')).toMatchObject({
      value: expect.stringContaining(email),
      done: expect.any(String),
    })
  expect(await ask('resend')).toMatchObject({
    value: expect.stringContaining(email),
    error: expect.any(String),
    wait: expect.any(Number),
  })
  expect(await ask()).toEqual({
    values: { email, intent: '' },
    error: expect.any(String),
    wait: expect.any(Number),
  })
})

test('an expired link is renewed without its address; pressed again, it is gone and there is no more to say', async () => {
  const email = someEmail()
  await post('sign-up/actions.ts signUp', { email })
  const link = await lastLink(email)
  setClock(new Date(now().getTime() + 24 * 3_600_000))
  const renew = (intent = '') => post('activate/[link]/actions.ts renewLink', { link, intent })
  expect(await renew()).toMatchObject({ value: sent })
  expect(await renew('resend')).toEqual({ values: { link, intent: 'resend' }, value: sent })
  expect(await renew()).toMatchObject({ error: expect.any(String) })
})

test('an address outside SIGN_UP_DOMAINS is refused next to its field', async () => {
  const settings = getSettings()
  Object.assign(settings, { SIGN_UP_DOMAINS: ['approved.example'] })
  const refused = await post('sign-up/actions.ts signUp', { email: 'ada@example.net' })
  Object.assign(settings, { SIGN_UP_DOMAINS: [] })
  expect(refused).toMatchObject({ errors: { email: expect.stringMatching(/^Only certain addresses/) } })
})

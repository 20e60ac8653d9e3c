import { expect, test } from 'vitest'
import config from '@/next.config.mjs'

test('the well-known address for a new password, and the previous one of branding, lead on', async () => {
  expect(await config.redirects?.()).toEqual([
    { source: '/administration/identity', destination: '/administration/branding', permanent: true },
    { source: '/.well-known/change-password', destination: '/account', statusCode: 303 },
  ])
})

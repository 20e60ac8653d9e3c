import { expect, test } from 'vitest'
import config from '@/next.config.mjs'

test('the well-known address for a new password, and previous URLs, lead on', async () => {
  expect(await config.redirects?.()).toEqual([
    { source: '/administration/identity', destination: '/administration/branding', permanent: true },
    {
      source: '/applications/:id/usage/:requestId([0-9a-fA-F-]{36})',
      destination: '/applications/:id/requests/:requestId',
      permanent: true,
    },
    { source: '/.well-known/change-password', destination: '/account', statusCode: 303 },
  ])
})

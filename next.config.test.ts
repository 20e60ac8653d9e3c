import { expect, test } from 'vitest'
import { maxLogoBytes, uploadRoutes } from '@/lib/uploads'
import config from '@/next.config.mjs'

// All tests of the configuration: next-intl's plugin has a native module that only one thread of a process can load.

test('the well-known address for a new password, and previous URLs, lead on', async () => {
  expect(await config.redirects?.()).toEqual([
    { source: '/administration/identity', destination: '/administration/branding', permanent: true },
    {
      source: '/applications/:id/usage/:requestId([0-9a-fA-F-]{36})',
      destination: '/applications/:id/requests/:requestId',
      permanent: true,
    },
    {
      source: '/applications/:id/:page(usage|requests)',
      destination: '/applications/:id/traffic',
      permanent: true,
    },
    {
      source: '/applications/:id/usage/export',
      destination: '/applications/:id/traffic/export',
      permanent: true,
    },
    { source: '/.well-known/change-password', destination: '/account/security', statusCode: 303 },
  ])
})

test('Next takes the largest form, which has room for the largest logo', () => {
  const { maxBytes } = uploadRoutes.branding
  expect(config.experimental?.serverActions?.bodySizeLimit).toBe(maxBytes)
  expect(maxBytes).toBeGreaterThan(2 * maxLogoBytes)
})

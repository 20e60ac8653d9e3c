import { vi } from 'vitest'

// What next.config.mjs turns on: `forbidden()`.
process.env.__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS = 'true'

// Pages and actions outside Next: the session comes from its row, and texts are English. Mocked here, once
// for all files of the project, so that these share what they load.
vi.mock('next-auth', async (original) => ({
  ...(await original<object>()),
  ...(await import('@/test/access/next-request')).nextModules['next-auth'],
}))
vi.mock('next/headers', async () => (await import('@/test/access/next-request')).nextModules['next/headers'])
vi.mock('next/cache', async () => (await import('@/test/access/next-request')).nextModules['next/cache'])
vi.mock('next/navigation', async (original) => ({
  ...(await original<object>()),
  usePathname: () => '/',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}))
vi.mock('next-intl/server', async () => (await import('@/test/access/load-page')).translations)

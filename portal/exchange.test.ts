import { afterEach, expect, test, vi } from 'vitest'
import { contentSecurityPolicy, fixedHeaders } from './exchange'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const servedAt = (PORTAL_URL: string) => vi.stubGlobal('guichetSettings', { PORTAL_URL })

/** Whole, as each word of it is a decision. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'nonce-n1' 'strict-dynamic'",
  "style-src 'self' 'nonce-n1'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
}

// ASVS 1.3.2, 3.4.3, 3.4.6
test('a page loads from its own origin and by nonce only', () => {
  servedAt('http://localhost:3000')
  expect(contentSecurityPolicy('n1')).toBe(policy)
  expect(Object.fromEntries(fixedHeaders())).toEqual(headers)
})

// ASVS 3.4.1
test('https is promised and demanded where the portal is served over it', () => {
  servedAt('https://portal.example')
  expect(contentSecurityPolicy('n1')).toBe(`${policy}; upgrade-insecure-requests`)
  const strict = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
  expect(Object.fromEntries(fixedHeaders())).toEqual({ ...headers, ...strict })
})

test('eval and styles in the page are for development', () => {
  servedAt('http://localhost:3000')
  vi.stubEnv('NODE_ENV', 'development')
  const inDevelopment = policy
    .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
    .replace("style-src 'self' 'nonce-n1'", "style-src 'self' 'unsafe-inline'")
  expect(contentSecurityPolicy('n1')).toBe(inDevelopment)
})

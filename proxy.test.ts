import { NextRequest } from 'next/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { proxy } from '@/proxy'

function ask(path: string, headers: Record<string, string> = {}) {
  return proxy(new NextRequest(`http://localhost:3000${path}`, { headers })).headers
}

/** What the page behind the proxy is given; Next.js carries it in headers of this prefix. */
function forwarded(headers: Headers, name: string) {
  return headers.get(`x-middleware-request-${name}`)
}

afterEach(() => vi.unstubAllGlobals())

describe('proxy', () => {
  // ASVS 1.3.2, 3.4.3, 3.4.6
  test('allows scripts and styles by nonce only, and no framing', () => {
    const policy = ask('/').get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/)
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]+';/)
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
  })

  test('makes a new nonce and a new request id each time', () => {
    const [first, second] = [ask('/'), ask('/')]
    expect(first.get('content-security-policy')).not.toBe(second.get('content-security-policy'))
    expect(first.get('x-request-id')).not.toBe(second.get('x-request-id'))
  })

  test('tells pages their own path, whatever the caller claims', () => {
    const headers = ask('/docs/errors?q=1', { 'x-guichet-path': '//evil.example' })
    expect(forwarded(headers, 'x-guichet-path')).toBe('/docs/errors?q=1')
  })

  test.each(['//evil.example/', '///evil.example', '/\\evil.example'])('keeps %s on this site', (path) => {
    expect(forwarded(ask(path), 'x-guichet-path')).toMatch(/^\/[^/\\]/)
  })

  // ASVS 3.4.1
  test('promises https only where the portal is served over it', () => {
    expect(ask('/').has('strict-transport-security')).toBe(false)
    expect(ask('/', { 'x-forwarded-proto': 'https' }).has('strict-transport-security')).toBe(false)
    vi.stubGlobal('guichetSettings', { PORTAL_URL: 'https://portal.example' })
    const headers = ask('/')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=(6|3)\d{7}; includeSubDomains$/)
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    expect(ask('/_next/static/chunks/a.js').get('strict-transport-security')).toBe(
      headers.get('strict-transport-security'),
    )
  })

  test.each(['/', '/_next/static/chunks/a.js'])(
    'says how browsers are to treat what it serves: %s',
    (path) => {
      expect(Object.fromEntries(ask(path))).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
    },
  )

  // ASVS 3.5.1
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('stops a %s from another site before any page', (method) => {
    const from = (headers: Record<string, string>) =>
      proxy(new NextRequest('http://localhost:3000/account', { method, headers })).status
    expect(from({ origin: 'http://localhost:3000' })).toBe(200)
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ])
      expect(from(headers as Record<string, string>)).toBe(403)
  })

  test('says to whom it stops why, in their language, with a reference and a way on', async () => {
    const headers = { origin: 'http://127.0.0.1:3000', 'accept-language': 'fr' }
    const address = 'http://127.0.0.1:3000/sign-in?next=%22%3E%3Cb%3E"><b>'
    const response = proxy(new NextRequest(address, { method: 'POST', headers }))
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('Ceci a été envoyé depuis un autre site')
    expect(text).toContain(`<code>${response.headers.get('x-request-id')}</code>`)
    expect(text).toMatch(/<a href="http:\/\/localhost:3000\/sign-in\?[^"<>]*">L’ouvrir à localhost:3000<\/a>/)
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1]
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })
})

import { NextRequest } from 'next/server'
import { describe, expect, test } from 'vitest'
import { proxy } from '@/proxy'

function ask(path: string, headers: Record<string, string> = {}) {
  return proxy(new NextRequest(`http://localhost:3000${path}`, { headers })).headers
}

/** What the page behind the proxy is given; Next.js carries it in headers of this prefix. */
function forwarded(headers: Headers, name: string) {
  return headers.get(`x-middleware-request-${name}`)
}

describe('proxy', () => {
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

  test('promises https only where the portal is served over it', () => {
    expect(ask('/').has('strict-transport-security')).toBe(false)
  })
})

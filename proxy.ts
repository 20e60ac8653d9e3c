import { type NextRequest, NextResponse } from 'next/server'
import { foreignPage } from '@/app/_request/foreign-page'
import { isSameOrigin } from '@/app/_request/same-origin'
import { getSettings } from '@/lib/env'
import { currentRequestId } from '@/lib/request'

/**
 * Gives every response its security headers and every page its nonce. It decides nothing about sessions:
 * each page and action checks its own.
 */
export function proxy(request: NextRequest) {
  // Static files carry no markup.
  if (request.nextUrl.pathname.startsWith('/_next/static/')) return withFixedHeaders(NextResponse.next())
  const requestId = currentRequestId() ?? crypto.randomUUID()
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy(nonce)

  const forwarded = new Headers(request.headers)
  // Next.js reads the nonce from here and puts it on its own scripts and styles.
  forwarded.set('Content-Security-Policy', policy)
  forwarded.set('X-Request-Id', requestId)
  // Always overwritten, so a caller cannot choose where a form returns to.
  forwarded.set('X-Guichet-Path', samePath(request))

  const response = isForeignPost(request)
    ? refuse(request, requestId, nonce)
    : NextResponse.next({ request: { headers: forwarded } })
  response.headers.set('Content-Security-Policy', policy)
  response.headers.set('X-Request-Id', requestId)
  return withFixedHeaders(response)
}

function refuse(request: NextRequest, requestId: string, nonce: string) {
  const cookie = request.cookies.get('locale')?.value
  const acceptLanguage = request.headers.get('accept-language')
  const page = foreignPage({ path: samePath(request), requestId, cookie, acceptLanguage }, nonce)
  return new NextResponse(page, { status: 403, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Nothing is changed by a request that another site made a browser send, whatever it is aimed at. */
function isForeignPost({ method, headers }: NextRequest) {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  return !isSameOrigin(headers.get('origin'), headers.get('sec-fetch-site'))
}

/**
 * What passes here is buffered whole, and cut off after 10 MB: documents must stream, so their route checks the origin by
 * itself and next.config.mjs gives its headers.
 */
export const config = { matcher: '/((?!applications/[^/]+/validation/documents$).*)' }

/** Path and query of this request, with leading slashes collapsed: `//host` would leave the site. */
function samePath({ nextUrl }: NextRequest) {
  return nextUrl.pathname.replace(/^[/\\]+/, '/') + nextUrl.search
}

function contentSecurityPolicy(nonce: string) {
  return [
    "default-src 'self'",
    // In development React rebuilds stacks by eval, and Next's overlay brings its own styles.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment() ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment() ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
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
    ...(servedOverHttps() ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Set by `npm run dev` alone. */
function isDevelopment() {
  return process.env.NODE_ENV === 'development'
}

function withFixedHeaders(response: NextResponse) {
  for (const [name, value] of fixedHeaders()) response.headers.set(name, value)
  return response
}

function fixedHeaders(): [string, string][] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    [
      'Permissions-Policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ],
    ...(servedOverHttps()
      ? ([['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']] as [string, string][])
      : []),
  ]
}

/** Only the operator's own address tells; a forwarded header could be forged. */
function servedOverHttps() {
  return getSettings().PORTAL_URL.startsWith('https:')
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressReader } from '@/lib/addresses'
import { getSettings } from '@/lib/env'

/** One request and its response in the portal. */
export type PortalExchange = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  nonce: string
  /** network address of the caller */
  address: string
  pathname: string
  /** path and query, which never name another site */
  path: string
}

/**
 * Receives a request: gives it its id and nonce, sets the headers common to all responses, and puts what pages need to
 * know about it into headers that no caller can set.
 */
export function openPortalExchange(
  request: IncomingMessage,
  response: ServerResponse,
  readAddress: AddressReader,
): PortalExchange {
  const requestId = randomUUID()
  const nonce = btoa(randomUUID())
  const { headers } = request
  const address = readAddress(request.socket.remoteAddress, headers['x-forwarded-for']?.toString())
  const { pathname, path, target } = readTarget(request.url ?? '/')
  // Next.js routes by the URL checked here, not by another reading of it.
  request.url = target
  // Next.js trusts these; TRUSTED_PROXIES has been applied above.
  for (const name of Object.keys(headers)) if (/^(x-forwarded-|forwarded$)/.test(name)) delete headers[name]
  // The other kinds prerender at run time, which no page of ours can.
  if (headers['next-router-prefetch'] !== undefined) headers['next-router-prefetch'] = '1'
  const policy = contentSecurityPolicy(nonce)
  // Next.js compares Origin with this for server actions; the portal has one URL, whatever Host was sent.
  headers['x-forwarded-host'] = new URL(getSettings().PORTAL_URL).host
  headers['x-guichet-caller'] = address
  headers['x-guichet-path'] = path
  delete headers['x-guichet-post']
  if (request.method === 'POST') headers['x-guichet-post'] = '1'
  headers['x-request-id'] = requestId
  // Next.js reads the nonce from here and puts it on its own scripts and styles.
  headers['content-security-policy'] = policy
  for (const [name, value] of fixedHeaders()) response.setHeader(name, value)
  // Static files contain no markup.
  if (!isStatic(pathname)) {
    response.setHeader('X-Request-Id', requestId)
    addPolicy(response, policy)
  }
  return { request, response, requestId, nonce, address, pathname, path }
}

/**
 * Gives the response this policy unless its route gives it a stricter one, as downloads have. Only when the head is
 * written: Next.js drops a route's own header if the response already has one of that name.
 */
function addPolicy(response: ServerResponse, policy: string): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse
  response.writeHead = (...given: unknown[]) => {
    if (!response.hasHeader('Content-Security-Policy')) response.setHeader('Content-Security-Policy', policy)
    return writeHead(...given)
  }
}

/** Files of the build, which need no database. Other URLs below `/_next/` are pages: "not found". */
export function isStatic(pathname: string): boolean {
  return pathname.startsWith('/_next/static/')
}

/** The sources that a page may load from: its own origin, and scripts and styles that carry this response's nonce. */
export function contentSecurityPolicy(nonce: string): string {
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
    ...(isServedOverHttps() ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The headers of every response, static files included. */
export function fixedHeaders(): [string, string][] {
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
    ...(isServedOverHttps()
      ? ([['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']] as [string, string][])
      : []),
  ]
}

/** Depends only on the operator's own URL; a forwarded header could be forged. */
function isServedOverHttps(): boolean {
  return getSettings().PORTAL_URL.startsWith('https:')
}

/** Set by `npm run dev` only. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}

/** Next sends its page for failures, with the status 500, to anyone who asks for it. */
const failurePage = '/_global-error'
const notFoundPage = '/_not-found'

type Target = { pathname: string; path: string; target: string }

/**
 * The request target without dot segments, and with leading slashes collapsed: `//host` would leave the site. `path`
 * lacks Next.js's own parameters. Anything but a path, such as `*`, counts as `/`.
 */
function readTarget(given: string): Target {
  const { origin } = new URL(getSettings().PORTAL_URL)
  const sent = withoutOrigin(given)
  const url = URL.canParse(origin + sent) ? new URL(origin + sent) : null
  if (url?.origin !== origin) return { pathname: '/', path: '/', target: '/' }
  // Programs do not follow redirections of what they post.
  const pathname = decodable(url.pathname.replace(/^[/\\]+/, '/')).replace(/^\/mcp\/$/, '/mcp')
  const target = (pathname === failurePage ? notFoundPage : pathname) + url.search
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  return { pathname, path: pathname + url.search, target }
}

/** Next.js responds with 500 to a path whose escapes are not UTF-8. Escaped again it names nothing, which is a 404. */
function decodable(pathname: string): string {
  try {
    decodeURIComponent(pathname)
    return pathname
  } catch {
    return pathname.replaceAll('%', '%25')
  }
}

/** RFC 9112 §3.2.2: a request may name its whole URL, of which a server that is no proxy needs the path only. */
function withoutOrigin(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

import { getSettings } from '@/lib/env'

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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { barePage } from '@/app/_request/bare-page'

/**
 * Next answers a form that the running version no longer has in two words of plain text, which is all that a person
 * without scripts would see: they get a page instead. With scripts the page that they are on says it (components/failure).
 */
export function explainFormerForm({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'POST' || headers['next-action']) return
  const end = response.end.bind(response)
  response.end = ((...given: Parameters<typeof end>) => {
    if (response.headersSent || !response.hasHeader('x-nextjs-action-not-found')) return end(...given)
    const nonce = /'nonce-([^']+)'/.exec(String(response.getHeader('content-security-policy')))?.[1] ?? ''
    response.statusCode = 409
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.removeHeader('Content-Length')
    return end(formerPage(headers, nonce))
  }) as typeof response.end
}

function formerPage(headers: IncomingMessage['headers'], nonce: string): string {
  const cookie = /(?:^|; )locale=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return barePage({ cookie, acceptLanguage: headers['accept-language'] ?? null, nonce }, ({ former: t }) => ({
    title: t.title,
    kicker: `409 · ${t.kicker}`,
    body: `<p>${t.body}</p>\n<p>${t.keep}</p>\n<p><a href="">${t.open}</a></p>`,
  }))
}

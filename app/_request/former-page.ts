import type { IncomingMessage, ServerResponse } from 'node:http'
import { barePage } from '@/app/_request/bare-page'

/**
 * Next answers a form that the running version no longer has in two words of plain text, which is all that a person
 * without scripts would see: they get a page instead. With scripts the page that they are on says it (components/failure).
 */
export function explainFormerForm({ method, headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'POST' || headers['next-action']) return
  const { writeHead, end } = response
  let page: string | undefined
  // Compression writes the head before the body comes.
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    if (response.hasHeader('x-nextjs-action-not-found')) {
      const nonce = /'nonce-([^']+)'/.exec(String(response.getHeader('content-security-policy')))?.[1] ?? ''
      page = formerPage(headers, nonce)
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Length', Buffer.byteLength(page))
    }
    return writeHead.apply(response, given)
  }) as typeof writeHead
  response.end = ((...given: Parameters<typeof end>) => {
    if (!response.headersSent && response.hasHeader('x-nextjs-action-not-found'))
      response.writeHead(response.statusCode)
    return page === undefined ? end.apply(response, given) : end.call(response, page, 'utf8')
  }) as typeof end
}

function formerPage(headers: IncomingMessage['headers'], nonce: string): string {
  const cookie = /(?:^|; )locale=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return barePage({ cookie, acceptLanguage: headers['accept-language'] ?? null, nonce }, ({ former: t }) => ({
    title: t.title,
    kicker: `409 · ${t.kicker}`,
    body: `<p>${t.body}</p>\n<p>${t.keep}</p>\n<p><a href="">${t.open}</a></p>`,
  }))
}

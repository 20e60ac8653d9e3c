import { unzipSync } from 'node:zlib'
import type { Replacement } from './hold-response'
import { standaloneContent } from './standalone-page'
import type { Visit } from './visit'

const root = '<html id="__next_error__"'

/**
 * Next leaves a page that refuses or fails to its script, in a document without a language or any content. It gets the
 * reader's language, and what a browser without a script shows.
 * @param held the body, once Next has written all of it
 * @returns null if this is another response
 */
export async function fillEmptyDocument(visit: Visit, held: Promise<Buffer>): Promise<Replacement | null> {
  const { response, requestId } = visit
  const body = await held
  const status = response.statusCode
  const type = String(response.getHeader('content-type'))
  if (!type.startsWith('text/html')) return null
  const document = String(response.hasHeader('content-encoding') ? unzipSync(body) : body)
  if (!document.includes(root)) return null
  const area = status === 403 ? 'errors.forbidden' : status === 404 ? 'errors.notFound' : 'failures.failure'
  const { language, content } = standaloneContent(visit, (t) => ({
    title: t(`${area}.title`),
    kicker: `${status} · ${t(`${area}.kicker`)}`,
    // Who is signed in, which its sentence names, is not known here.
    body: `${area === 'errors.forbidden' ? '' : `<p>${t(`${area}.body`)}</p>`}
<p>${t('failures.reference')} <code>${requestId}</code></p>
<p><a class="button" href="/">${t('failures.home')}</a></p>`,
  }))
  const filled = document
    .replace(root, `${root} ${language}`)
    .replace('<body>', () => `<body><noscript>${content}</noscript>`)
  return { status, type, body: filled }
}

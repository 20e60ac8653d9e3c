import { pickLocale } from '@/i18n/locale'
import errorsEn from '@/messages/en/errors.json'
import failuresEn from '@/messages/en/failures.json'
import errorsFr from '@/messages/fr/errors.json'
import failuresFr from '@/messages/fr/failures.json'
import type { Visit } from './visit'

export type Words = typeof errorsEn & typeof failuresEn
/** `body` is HTML. */
type Content = { title: string; kicker: string; body: string }

/** A page independent of Next: a document of its own, whose single style needs the nonce. */
export function standalonePage({ request, nonce }: Visit, say: (words: Words) => Content): string {
  const cookie = /(?:^|; )locale=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  const locale = pickLocale(cookie, request.headers['accept-language'] ?? null)
  const { title, kicker, body } = say(
    locale === 'fr' ? { ...errorsFr, ...failuresFr } : { ...errorsEn, ...failuresEn },
  )
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Guichet</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; background: light-dark(#f2f6f4, #0b1311); color: light-dark(#10211d, #e6efec) }
body { max-width: 42rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.75rem; line-height: 1.2 }
a { color: light-dark(#0b6658, #62d3bd); overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: .375rem; background: light-dark(#0b6658, #62d3bd); color: light-dark(#fff, #0b1311) }
</style>
<main>
<p>${kicker}</p>
<h1>${title}</h1>
${body}
</main>
</html>
`
}

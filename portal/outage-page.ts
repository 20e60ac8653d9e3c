import { escapeHtml } from '@/lib/html'
import type { TypedForm } from './read-form'
import { standalonePage, type Words } from './standalone-page'
import type { Visit } from './visit'

/**
 * The response to any page while the database is unavailable. The page keeps a submitted form, so that it can be sent
 * again unchanged.
 * @param form what was typed; null if it could not be read
 */
export function outagePage(visit: Visit, form: TypedForm | null): string {
  return standalonePage(visit, ({ unavailable: t, outage, retry, reference }) => ({
    title: t.title,
    kicker: `503 · ${t.kicker}`,
    body: `<p>${t.body}</p>
<p>${reference} <code>${visit.requestId}</code></p>
${visit.request.method === 'POST' ? sendAgain(visit, form, outage) : `<p><a href="">${retry}</a></p>`}`,
  }))
}

function sendAgain({ path }: Visit, form: TypedForm | null, words: Words['outage']): string {
  if (!form) return `<p>${words.lost}</p>`
  const fields = form.fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<p>${words.kept}</p>
${form.omitted ? `<p>${words.omitted}</p>` : ''}
<form method="post" enctype="multipart/form-data" action="${escapeHtml(path)}">
${fields.join('\n')}
<button>${words.send}</button>
</form>`
}

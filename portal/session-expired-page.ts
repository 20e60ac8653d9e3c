import { labelField } from '@/components/ui/hidden-field-names'
import { escapeHtml } from '@/lib/html'
import type { PortalExchange } from './exchange'
import type { SubmittedForm } from './read-form'
import { standalonePage, type Words } from './standalone-page'

/**
 * The response to a form without a script that was not received, as its session had ended or something is owed first:
 * what was typed, to be copied, and where to go on.
 * @param next the page that Next would have led to
 */
export function sessionExpiredPage(
  exchange: PortalExchange,
  form: SubmittedForm | null,
  next: string,
): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.unsent.title'),
    kicker: `401 · ${t('errors.unsent.kicker')}`,
    body: `<p>${t('errors.unsent.body')}</p>
<p><a class="button" href="${escapeHtml(next)}">${t(next.startsWith('/sign-in') ? 'errors.unsent.signIn' : 'errors.unsent.continue')}</a></p>
${listSubmitted(form, t)}`,
  }))
}

/**
 * The same where someone else is signed in by now.
 * @param says who that is
 */
export function accountMismatchPage(
  exchange: PortalExchange,
  form: SubmittedForm | null,
  says: string,
): string {
  return standalonePage(exchange, (t) => ({
    title: t('errors.other.title'),
    kicker: `409 · ${t('errors.unsent.kicker')}`,
    body: `<p>${escapeHtml(says)}</p>
<p><a class="button" href="">${t('failures.stale.open')}</a></p>
${listSubmitted(form, t)}`,
  }))
}

function listSubmitted(form: SubmittedForm | null, t: Words): string {
  const fields = form?.fields ?? []
  const labels = new Map(fields.filter(([name]) => name.startsWith(labelField)))
  const typed = fields.flatMap(([name, value]) => {
    const label = labels.get(labelField + name)
    return label && value.trim() ? [[label, value] as const] : []
  })
  return `${typed.length > 0 ? `<h2>${t('failures.stale.typed')}</h2>\n<p>${t('errors.unsent.copy')}</p>\n<dl>${typed.map(([label, value]) => `<dt><small>${escapeHtml(label)}</small></dt><dd><pre>${escapeHtml(value)}</pre></dd>`).join('\n')}</dl>` : ''}
${form?.omitted ? `<p>${t('errors.unsent.omitted')}</p>` : ''}`
}

import { formats } from '@/i18n/formats'
import { lastAnnouncements } from '@/lib/announcements/last-read'
import { escapeHtml } from '@/lib/html'
import { type Locale, tagOf } from '@/lib/languages'
import { localised } from '@/lib/translations'
import type { PortalExchange } from './exchange'
import type { SubmittedForm } from './read-form'
import { findWords, standalonePage, type Words } from './standalone-page'

/**
 * The response to any page while the database is unavailable. The page keeps a submitted form, so that it can be sent
 * again unchanged.
 * @param form what was typed; null if it could not be read
 */
export function outagePage(exchange: PortalExchange, form: SubmittedForm | null): string {
  const isPost = exchange.request.method === 'POST'
  if (exchange.pathname === '/status') return statusPage(exchange)
  return standalonePage(exchange, (t, locale) => ({
    title: t('failures.unavailable.title'),
    kicker: `503 · ${t('failures.unavailable.kicker')}`,
    body: `<p>${t('failures.unavailable.body')}</p>
${listAnnouncements(t, locale)}
<p>${t('failures.reference')} <code>${exchange.requestId}</code></p>
${isPost ? sendAgain(exchange, form, t) : `<p><a class="button" href="">${t('failures.retry')}</a></p>`}`,
  }))
}

/** What a script that sent a form shows in it. */
export function describeUnavailable(exchange: PortalExchange): string {
  return findWords(exchange).words('failures.unavailable.body')
}

/** What remains of the status page: its checks are in the database. */
function statusPage(exchange: PortalExchange): string {
  return standalonePage(exchange, (t, locale) => ({
    title: t('errors.outage.status'),
    kicker: `503 · ${t('failures.unavailable.kicker')}`,
    body: `<p class="down" role="status"><strong>${t('errors.outage.database')}</strong><br>${t('errors.outage.checks')}</p>
${listAnnouncements(t, locale) || `<p>${t('errors.outage.none')}</p>`}
<p><a class="button" href="">${t('failures.retry')}</a></p>`,
  }))
}

/** What was known of announcements before: a maintenance may be the reason. */
function listAnnouncements(t: Words, locale: Locale): string {
  const moment = new Intl.DateTimeFormat(tagOf(locale), { ...formats.dateTime.moment, timeZone: 'UTC' })
  const items = lastAnnouncements().map((each) => {
    const period = each.endsAt ? moment.formatRange(each.startsAt, each.endsAt) : moment.format(each.startsAt)
    return `<li>${escapeHtml(localised(each, 'title', locale))}<br><small>${period}</small></li>`
  })
  return items.length > 0 ? `<h2>${t('errors.outage.announced')}</h2>\n<ul>\n${items.join('\n')}\n</ul>` : ''
}

function sendAgain({ path }: PortalExchange, form: SubmittedForm | null, t: Words): string {
  if (!form) return `<p>${t('errors.outage.lost')}</p>`
  const fields = form.fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<p>${t('errors.outage.kept')}</p>
${form.omitted ? `<p>${t('errors.outage.omitted')}</p>` : ''}
<form method="post" enctype="multipart/form-data" action="${escapeHtml(path)}">
${fields.join('\n')}
<button>${t('errors.outage.send')}</button>
</form>`
}

import { getTimeZone, getTranslations } from 'next-intl/server'
import { describeRequestLine, describeResponse } from '@/app/_calls/recorded-call'
import { formatBytes } from '@/components/format'
import { formatDateTime } from '@/components/ui/date-time'
import { getLocale } from '@/i18n/current-locale'
import { ownerOf } from '@/lib/applications/queries'
import { detailFields } from '@/lib/applications/schema'
import { escapeHtml } from '@/lib/html'
import { describePerson } from '@/lib/identity/schema'
import { formatNetwork } from '@/lib/network'
import { readProposed, recordFields } from '@/lib/organisations/schema'
import { describeEvidence } from '@/lib/rehearsals/evidence'
import type { SubmittedRehearsal } from '@/lib/rehearsals/queries'
import { localised } from '@/lib/translations'
import { type Review, transitionsOf } from '@/lib/validation/queries'
import { subjectOf } from '@/lib/validation/submission-subject'

/** Returns a renderer of a submission's record as one printable page, in the reader's language, without scripts. */
export async function createPage(): Promise<
  (review: Review, rehearsal: SubmittedRehearsal | null) => string
> {
  const t = await getTranslations('review')
  const rehearsals = await getTranslations('rehearsal')
  const networks = await getTranslations('networks')
  const field = await getTranslations('applications.form')
  const record = await getTranslations('organisations.fields')
  const states = await getTranslations('common.state')
  const locale = await getLocale()
  const timeZone = await getTimeZone()
  const time = (date: Date | null) => (date ? formatDateTime(locale, date, 'moment', timeZone) : '')
  return ({ submission, messages, emails }, rehearsal) => {
    const { application, organisation, requirements, documents, decisions } = submission
    const name = (id: string) => {
      const found = requirements.find(({ requirementId }) => requirementId === id)
      return found ? localised(found, 'name', locale) : ''
    }
    const who = (id: string | null) => (id ? (emails.get(id) ?? '') : '')
    return page(locale, subjectOf(submission).name, [
      table(t('one.facts'), [
        ...(application
          ? [
              [t('one.developer'), describePerson(ownerOf(application))],
              ...detailFields.map((key) => [field(key), application[key]]),
              [t('one.clientId'), application.clientId],
              [
                t('one.authentication'),
                [
                  t(`one.authenticationBy.${application.clientAuthentication}`),
                  ...application.keys.map(({ algorithms, kid }) => `${algorithms.join(', ')} · ${kid}`),
                ].join('\n'),
              ],
              [
                networks('title'),
                submission.networks.map(formatNetwork).join('\n') || networks('everywhere'),
              ],
            ]
          : []),
        ...(organisation
          ? recordFields.map((key) => [
              record(key),
              readProposed(organisation.proposed)[key] ?? organisation[key],
            ])
          : []),
        [t('one.submitted'), time(submission.submittedAt)],
        [t('one.round'), String(submission.number)],
        [t('one.version'), String(submission.version)],
      ]),
      table(
        t('documents.title'),
        documents.map((each) => [
          name(each.requirementId),
          each.name,
          `${each.kind.toUpperCase()}, ${formatBytes(each.size, locale)}`,
          time(each.uploadedAt),
          Buffer.from(each.sha256).toString('hex'),
        ]),
      ),
      ...(rehearsal
        ? [
            table(rehearsals('report.title'), [
              [rehearsals('facts.application'), rehearsal.applicationName],
              [rehearsals('facts.started'), time(rehearsal.startedAt)],
              [rehearsals('facts.ended'), time(rehearsal.endedAt)],
              [rehearsals('facts.counted'), String(rehearsal.callsCounted)],
              [rehearsals('facts.frozen'), time(rehearsal.finishedAt)],
            ]),
            table(
              rehearsals('testCases'),
              rehearsal.cases.map(({ id, outcome, evidence, requestIds }) => [
                `${rehearsals(`cases.${id}`)} (${id})`,
                rehearsals(`requirements.${rehearsal.requirements[id]}`),
                rehearsals(`outcomes.${outcome}`),
                describeEvidence(evidence, locale, 'reviewer'),
                { html: requestIds.map(linkToCall).join('\n') },
              ]),
            ),
            table(
              rehearsals('namedCalls'),
              rehearsal.calls.map((call) => [
                { html: `<span id="call-${call.requestId}">${call.requestId}</span>` },
                formatDateTime(locale, new Date(call.at), 'exact', timeZone),
                describeRequestLine({ endpoint: call.endpoint, method: call.kept?.method ?? null }),
                describeResponse({ ...call, response: call.kept?.response ?? null }),
              ]),
            ),
          ]
        : []),
      table(
        t('decisions.title'),
        decisions.map((each) => [
          t(`decisions.${each.outcome}`),
          who(each.reviewerId),
          time(each.decidedAt),
          each.reason ?? '',
          each.voidedAt ? t.markup('decisions.voided', { time: () => time(each.voidedAt) }) : '',
        ]),
      ),
      table(
        t('history'),
        transitionsOf(submission).map((each) => [
          states(each.toState),
          who(each.actorId),
          time(each.at),
          each.reason ?? '',
        ]),
      ),
      table(
        `${t('conversation.title')}, ${t('notes.title')}`,
        messages.map((each) => [
          each.internal ? t('notes.note') : '',
          who(each.authorId),
          time(each.sentAt),
          each.body,
        ]),
      ),
    ])
  }
}

function page(locale: string, title: string, tables: string[]): string {
  const style =
    'body{font:14px/1.5 sans-serif;margin:2rem;max-width:60rem}table{border-collapse:collapse;width:100%;margin-bottom:2rem}' +
    'td{border:1px solid #999;padding:.25rem .5rem;vertical-align:top;white-space:pre-line;overflow-wrap:anywhere}'
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style><h1>${escapeHtml(title)}</h1>${tables.join('')}</html>\n`
}

/** Request ids are UUIDs. */
function linkToCall(requestId: string): string {
  return `<a href="#call-${requestId}">${requestId}</a>`
}

type Cell = string | { html: string }

function table(title: string, rows: Cell[][]): string {
  const write = (cell: Cell) => `<td>${typeof cell === 'string' ? escapeHtml(cell) : cell.html}</td>`
  const body = rows.map((row) => `<tr>${row.map(write).join('')}</tr>`)
  return `<h2>${escapeHtml(title)}</h2><table>${body.join('')}</table>`
}

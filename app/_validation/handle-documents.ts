import { getTranslations } from 'next-intl/server'
import { describeOther } from '@/app/_request/action'
import { seeOther } from '@/app/_request/return-path'
import {
  findCurrentDeveloper,
  findRequiredActionPath,
  followSession,
  redirectTo,
} from '@/app/_request/session'
import { formatBytes } from '@/components/format'
import { type Query, withQuery } from '@/components/query'
import { idempotencyKeyField } from '@/components/ui/hidden-field-names'
import { getLocale } from '@/i18n/current-locale'
import type { TeamResource } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { type OutcomeOf, type ValueOf, versionOf } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { findRetryTime, findUploadPlaces } from '@/lib/documents/queries'
import { type UploadRefusal, validityField } from '@/lib/documents/schema'
import { uploadRoutes } from '@/lib/uploads'
import { findOwnSubmission } from '@/lib/validation/queries'
import { applicantPath } from '@/lib/validation/recipients'
import { sendDocuments, type submitForValidation } from '@/lib/validation/submit'
import { describeDocument, describeRefusal } from './labels'
import { type Received, type Requirement, receiveForm } from './receive-form'

type Whose = Pick<TeamResource, 'type' | 'id'>

/**
 * Receives documents of an application or an organisation: from a script one at a time, with JSON as the
 * response, or as the whole form, which redirects to the page with any problems. The form's other button also
 * submits, once its files are stored.
 */
export async function receiveDocuments(request: Request, subject: Whose): Promise<Response> {
  const scripted = request.headers.get('accept') === 'application/json'
  const developer = await findCurrentDeveloper()
  const detour = developer ? findRequiredActionPath(developer) : '/sign-in'
  if (!developer || detour) return scripted ? describeUnsent(developer) : redirectTo(detour ?? '/sign-in')
  const places = await findUploadPlaces(subject.id, developer.id)
  if (places?.type !== subject.type) return new Response(null, { status: 404 })
  const owner: Owner = { id: developer.id, role: 'developer' }
  const received = await receiveForm(request, {
    route: uploadRoutes[subject.type],
    subjectId: subject.id,
    owner,
    ...places,
  })
  if (scripted) return describeReceipts(received, { subject, developer, ...places })
  return leadBack(received, subject, owner)
}

/** Problems are codes in the URL, which the page turns into messages next to their fields. */
async function leadBack(received: Received, subject: Whose, owner: Owner): Promise<Response> {
  const { receipts, fields, shown, problem } = received
  const path = applicantPath(subject)
  // A field that the page does not have has no place for its message.
  const unknownField = receipts.some(({ requirementId }) => requirementId === 'form')
  const found = {
    problem: receipts.flatMap((each) => (each.ok ? [] : [`${each.requirementId}:${each.reason}`])),
    refused: problem ?? (unknownField ? 'not_yours' : undefined),
    done: receipts.some(({ ok }) => ok) ? 'saved' : undefined,
  }
  const overtaken = receipts.some((each) => !each.ok && each.reason === 'changed')
  if (problem || overtaken) return seeOther(withQuery(path, found))
  const submit = fields.intent === 'submit'
  const days = subject.type === 'organisation' ? readDays(fields) : null
  if (!days && !submit) return seeOther(withQuery(path, found))
  await followSession()
  const { [idempotencyKeyField]: idempotencyKey, ...content } = fields
  const documents = Object.values(shown).filter(Boolean).sort()
  const redirectPath = ({ problems, submitted }: ValueOf<typeof sendDocuments>) => {
    const problem = problems.map(({ requirementId, reason }) => `${validityField}${requirementId}:${reason}`)
    if (submitted) return withQuery(path, { done: 'submitted' })
    return withQuery(path, { ...found, problem: [...found.problem, ...problem] })
  }
  const outcome = await execute(sendDocuments, {
    actor: owner,
    target: subject.id,
    input: { days, submit: submit && found.problem.length === 0 },
    idempotencyKey,
    content,
    expectedVersion: Object.keys(shown).length > 0 ? versionOf(documents) : null,
    location: redirectPath,
  })
  if (outcome.ok) return seeOther(redirectPath(outcome.value))
  return seeOther(explain(outcome as Refused, path, found))
}

/** Where a form leads that did not do everything. */
function explain(outcome: Refused, path: string, found: Query): string {
  if (outcome.reason === 'repeated')
    return ('location' in outcome && outcome.location) || withQuery(path, { ...found, refused: 'repeated' })
  if (outcome.reason === 'version_conflict') return withQuery(path, { ...found, refused: 'changed' })
  const cases = 'cases' in outcome ? outcome.cases : []
  const expired = 'requirements' in outcome ? outcome.requirements : []
  const problem = expired.map((id) => `${validityField}${id}:date_past`)
  return withQuery(path, { refused: outcome.reason, case: cases, problem })
}

type Refused = Extract<OutcomeOf<typeof submitForValidation>, { ok: false }>

/** The last days that were typed, by requirement. */
function readDays(fields: Received['fields']) {
  return Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(validityField) ? [{ requirementId: name.slice(validityField.length), value }] : [],
  )
}

type Place = {
  subject: Pick<TeamResource, 'type' | 'id'>
  developer: { id: string; email: string }
  requirements: Requirement[]
}

const statuses: Record<UploadRefusal | NonNullable<Received['problem']>, number> = {
  empty: 400,
  cut_off: 400,
  name_path: 400,
  name_long: 400,
  interrupted: 400,
  malformed: 400,
  other_person: 403,
  not_yours: 404,
  too_slow: 408,
  closed: 409,
  changed: 409,
  too_many_versions: 409,
  too_large: 413,
  too_many: 413,
  form_too_large: 413,
  submission_full: 413,
  wrong_kind: 415,
  animated: 415,
  prefixed: 415,
  protected: 415,
  kind_not_accepted: 415,
  infected: 422,
  hourly_limit: 429,
  replaced_often: 429,
  scan_unavailable: 503,
}

/** The response to a script that sent a file of someone who is not signed in any more, or owes something first. */
async function describeUnsent(developer: object | null): Promise<Response> {
  const error = (await getTranslations('common.unsent'))(developer ? 'signedIn' : 'ended')
  return Response.json({ error }, { status: developer ? 403 : 401 })
}

/**
 * The response to a script that sent one file: the document as the page shows it, or a sentence on why not, with
 * `Retry-After` where waiting helps.
 */
async function describeReceipts(received: Received, place: Place): Promise<Response> {
  const t = await getTranslations('validation')
  const [receipt] = received.receipts
  if (received.problem === 'other_person')
    return Response.json({ error: await describeOther(place.developer) }, { status: statuses.other_person })
  if (received.problem || !receipt) {
    const problem = received.problem ?? 'malformed'
    const limit = formatBytes(uploadRoutes[place.subject.type].maxBytes, await getLocale())
    return Response.json({ error: t(`refusals.${problem}`, { limit }) }, { status: statuses[problem] })
  }
  if (!receipt.ok) return describeFailure(receipt.requirementId, receipt.reason, place)
  const submission = await findOwnSubmission(place.subject.id, place.developer.id)
  const document = submission?.documents.find(({ id }) => id === receipt.documentId)
  if (!submission || !document) return Response.json({ error: t('refusals.not_yours') }, { status: 404 })
  return Response.json({ document: await describeDocument(document, place.subject, submission) })
}

async function describeFailure(
  requirementId: string,
  reason: UploadRefusal,
  place: Place,
): Promise<Response> {
  const requirement = place.requirements.find((each) => each.requirementId === requirementId)
  const retryAt = requirement ? await findRetryTime(reason, requirement, place.developer.id) : null
  const error = await describeRefusal(reason, { limits: requirement, retryAt, locale: await getLocale() })
  const headers = retryAt ? { 'Retry-After': String(secondsUntil(retryAt)) } : undefined
  return Response.json({ error, stale: reason === 'changed' }, { status: statuses[reason], headers })
}

function secondsUntil(time: Date): number {
  return Math.max(1, Math.ceil((time.getTime() - now().getTime()) / 1000))
}

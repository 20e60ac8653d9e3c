import { getTranslations } from 'next-intl/server'
import { describeOther } from '@/app/_request/action'
import { formatBytes } from '@/components/format'
import { getLocale } from '@/i18n/current-locale'
import type { Subject } from '@/lib/applications/subject'
import { now } from '@/lib/clock'
import { findRetryTime } from '@/lib/documents/queries'
import type { UploadRefusal } from '@/lib/documents/schema'
import { uploadRoutes } from '@/lib/uploads'
import { findOwnSubmission } from '@/lib/validation/queries'
import type { Received, Requirement } from './receive-form'
import { describeDocument, describeRefusal } from './wording'

type Place = {
  subject: Pick<Subject, 'type' | 'id'>
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
export async function describeUnsent(developer: object | null): Promise<Response> {
  const error = (await getTranslations('common.unsent'))(developer ? 'signedIn' : 'ended')
  return Response.json({ error }, { status: developer ? 403 : 401 })
}

/**
 * The response to a script that sent one file: the document as the page shows it, or a sentence on why not, with
 * `Retry-After` where waiting helps.
 */
export async function describeReceipts(received: Received, place: Place): Promise<Response> {
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

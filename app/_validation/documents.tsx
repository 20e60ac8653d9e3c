import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { RouteFields } from '@/app/_request/route-form'
import { formatBytes, formatKinds } from '@/components/format'
import { formatDateTime } from '@/components/ui/date-time'
import { getLocale } from '@/i18n/current-locale'
import { isAnswered, isInReview, isToBeSent } from '@/lib/applications/states'
import type { TeamResource } from '@/lib/applications/subject'
import { dayMs, now } from '@/lib/clock'
import { findRetryTime } from '@/lib/documents/queries'
import { contentTypes, type DocumentKind } from '@/lib/documents/schema'
import { isOver } from '@/lib/documents/validity'
import { localised } from '@/lib/translations'
import { checklistOf, isSettled } from '@/lib/validation/checklist'
import type { OwnSubmission } from '@/lib/validation/queries'
import { applicantPath } from '@/lib/validation/recipients'
import type { DocumentItem, DocumentStatus } from './document-row'
import { DocumentsForm } from './documents-form'
import { describeDocument, describeRefusal } from './labels'
import type { PostResult } from './notices'

type Props = {
  subject: Pick<TeamResource, 'type' | 'id'>
  submission: OwnSubmission
  result: PostResult
  developerId: string
  /** The label of the button that submits. */
  submit: string
  /** Rows of what is no document, in the same list. */
  before?: ReactNode
  after?: ReactNode
}

/** What a submission takes, in one list: what is there, what is missing, and the form to send it. */
export async function Documents({ subject, submission, result, developerId, submit, ...rows }: Props) {
  const t = await getTranslations('validation.documents')
  const open = isToBeSent(submission.state)
  const items = await describeItems({ subject, submission }, result, developerId)
  const missing = items.find(({ status }) => status === 'missing' || status === 'replace')
  return (
    <DocumentsForm
      key={`${submission.id}:${submission.version}:${submission.state}`}
      action={open ? `${applicantPath(subject)}/documents` : null}
      items={items}
      {...rows}
      labels={{
        missing: t('missing'),
        none: t('none'),
        present: t('present'),
        reviewing: t('reviewing'),
        accepted: t('accepted'),
        replace: t('replace'),
        template: t('template'),
        uploading: t('uploading'),
        uploaded: t('uploaded'),
        cancel: t('cancel'),
        drop: t('drop'),
        dropAs: t.raw('dropAs'),
        choose: t('choose'),
        change: t('change'),
        photo: t('photo'),
        lost: t('lost'),
        oneFile: t('oneFile'),
        validUntil: t('validUntil'),
        save: t('save'),
        submit,
        waiting: t('waiting'),
        next: missing ? t('next', { name: missing.name }) : t('frozen'),
        summary: (await getTranslations('validation'))('summary'),
      }}
    >
      <RouteFields />
    </DocumentsForm>
  )
}

type Requirement = OwnSubmission['requirements'][number]
type Found = { subject: Pick<TeamResource, 'type' | 'id'>; submission: OwnSubmission }

/**
 * The required documents with their files, in the reader's language, and the problems of the last post.
 * @param developerId the reader
 */
async function describeItems(found: Found, result: PostResult, developerId: string): Promise<DocumentItem[]> {
  const { requirements } = found.submission
  const items = await Promise.all(requirements.map((each) => describeItem(each, found, result, developerId)))
  const endOf = ({ validity }: DocumentItem) => validity?.value || '9'
  // What can stay as it is comes last; where nothing can be changed, what lasts longest.
  return items.toSorted((a, b) =>
    isToBeSent(found.submission.state)
      ? Number(a.settled) - Number(b.settled)
      : endOf(a).localeCompare(endOf(b)),
  )
}

async function describeItem(
  requirement: Requirement,
  { subject, submission }: Found,
  result: PostResult,
  developerId: string,
): Promise<DocumentItem> {
  const t = await getTranslations('validation')
  const locale = await getLocale()
  const { requirementId, required, maxBytes, acceptedKinds, verdictReason } = requirement
  const versions = submission.documents.filter((document) => document.requirementId === requirementId)
  const current = versions.find((document) => !document.replacedAt && !document.purgedAt)
  const verdict =
    requirement.verdict === 'accepted' || requirement.verdict === 'replace' ? requirement.verdict : null
  const status = describeStatus()
  return {
    requirementId,
    required,
    status,
    name: localised(requirement, 'name', locale),
    help: localised(requirement, 'help', locale),
    limits: t('documents.limits', {
      kinds: formatKinds(acceptedKinds, locale),
      limit: formatBytes(maxBytes, locale),
    }),
    accept: acceptedKinds.map((kind) => contentTypes[kind as DocumentKind]).join(','),
    templateHref: requirement.requirement.templateName
      ? `${applicantPath(subject)}/templates/${requirementId}`
      : null,
    replaceText: verdict === 'replace' ? describeReason() : null,
    settled:
      isToBeSent(submission.state) &&
      isAnswered(submission.state) &&
      isSettled({ required, verdict, document: current ?? null }),
    document: current ? await describeDocument(current, subject, submission) : null,
    earlier: versions.length > 1 ? t('documents.earlier', { count: versions.length - 1 }) : null,
    error: await describeError(),
    validity: subject.type === 'organisation' ? describeValidity() : null,
  }

  function describeStatus(): DocumentStatus {
    if (verdict === 'replace') return verdict
    if (!current) return required ? 'missing' : 'none'
    if (verdict === 'accepted' || submission.state === 'approved') return 'accepted'
    return isInReview(submission.state) ? 'reviewing' : 'present'
  }

  /**
   * The reviewer's words; without them the document has expired, or the reviewer gave the whole submission a
   * reason.
   */
  function describeReason(): string {
    if (verdictReason) return t('documents.replaceBecause', { reason: verdictReason })
    const day = current?.validUntil
    if (!day || !isOver(day)) return t('documents.replaceIt')
    return t('documents.replaceExpired', { day: formatDateTime(locale, day, 'day') })
  }

  /** Documents of organisations may expire. */
  function describeValidity() {
    const problem = result.dates.get(requirementId)
    const day = current?.validUntil
    return {
      value: day?.toISOString().slice(0, 10) ?? '',
      shown: day ? formatDateTime(locale, day, 'day') : '',
      ...describeLife(),
      error: problem ? t(`refusals.${problem}`) : null,
    }
  }

  /** The days that are left, and their share of all since the upload. */
  function describeLife() {
    const day = current?.validUntil
    if (!current || !day) return { days: Number.POSITIVE_INFINITY, left: '', share: 0 }
    const days = Math.max(0, Math.ceil((day.getTime() - now().getTime()) / dayMs))
    const all = (day.getTime() - current.uploadedAt.getTime()) / dayMs
    return { days, left: t('documents.left', { count: days }), share: Math.min(1, days / Math.max(1, all)) }
  }

  async function describeError(): Promise<string | null> {
    const refusal = result.problems.get(requirementId)
    if (refusal) {
      const retryAt = await findRetryTime(refusal, requirement, developerId)
      return describeRefusal(refusal, { limits: requirement, retryAt, locale })
    }
    if (result.query.refused !== 'missing_documents') return null
    const missing = checklistOf(submission).find((item) => item.requirementId === requirementId)
    if (missing?.verdict === 'replace') return t('refusals.replace')
    return required && !missing?.document ? t('refusals.absent') : null
  }
}

import { makeZip } from 'client-zip'
import { ownerOf } from '@/lib/applications/queries'
import { pickDetails } from '@/lib/applications/schema'
import type { Administrator } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { readDocument } from '@/lib/documents/content'
import { sentSubmission } from '@/lib/documents/locked-submission'
import { endingOf } from '@/lib/documents/name'
import type { DocumentKind } from '@/lib/documents/schema'
import { describeEvidence } from '@/lib/rehearsals/evidence'
import { findSubmittedRehearsal, type SubmittedRehearsal } from '@/lib/rehearsals/queries'
import { done } from '@/lib/result'
import { findReview, type Review, transitionsOf } from './queries'

/**
 * Exports the record of one submission as a zip archive: its documents in all versions, and the history with the report
 * of its rehearsal, as JSON and as a page to print. The export itself is recorded.
 * @param draw renders the page to print, in the reviewer's language
 * @returns the archive as a stream, or null when there is no such submission
 */
export async function exportSubmission(
  submissionId: string,
  draw: (review: Review, rehearsal: SubmittedRehearsal | null) => string,
  reviewer: Administrator,
): Promise<ReadableStream<Uint8Array> | null> {
  const review = await findReview(submissionId, reviewer.id)
  if (!review) return null
  const rehearsal = await findSubmittedRehearsal(submissionId)
  const recorded = await execute(recordExport, { actor: reviewer, target: submissionId })
  if (!recorded.ok) return null
  const record = { ...toRecord(review), rehearsal: rehearsal && describeRehearsal(rehearsal) }
  return makeZip(listEntries(review, record, draw(review, rehearsal)))
}

const recordExport = command({
  on: sentSubmission,
  right: 'reviewer',
  audit: 'submission.exported',
  async run({ submission: { id }, record }) {
    record({ type: 'submission', id })
    return done(undefined)
  },
})

type Entry = { name: string; lastModified: Date; input: AsyncIterable<Buffer> | string }

/** The files are stored uncompressed: PDFs and photographs do not get smaller. Sizes may exceed 4 GiB (ZIP64). */
async function* listEntries(review: Review, record: object, page: string): AsyncGenerator<Entry> {
  const lastModified = now()
  yield { name: 'history.json', lastModified, input: JSON.stringify(record, null, 2) }
  yield { name: 'history.html', lastModified, input: page }
  for (const document of review.submission.documents) {
    if (document.purgedAt) continue
    yield {
      name: fileName(review, document),
      lastModified: document.uploadedAt,
      input: readDocument(document),
    }
  }
}

/** Built from our own words and the number of the version: an applicant's file name never becomes a path. */
function fileName({ submission }: Review, document: Review['submission']['documents'][number]): string {
  // By their index, as positions and names of two requirements can be the same.
  const index = submission.requirements.findIndex((each) => each.requirementId === document.requirementId)
  const requirement = submission.requirements[index]
  const place = String(index + 1).padStart(2, '0')
  const name = (requirement?.nameEn ?? 'document').toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `documents/${place}-${name}-version-${document.version}.${endingOf(document.kind as DocumentKind)}`
}

/** People are identified by address, so that the record is readable by itself. */
function toRecord({ submission, messages, emails }: Review) {
  const {
    application,
    organisation,
    requirements,
    documents,
    decisions,
    approvedAccess: _,
    ...facts
  } = submission
  const who = (id: string | null) => (id ? (emails.get(id) ?? id) : null)
  return {
    exportedAt: now(),
    application: application && {
      id: application.id,
      name: application.name,
      ...pickDetails(application),
      clientId: application.clientId,
      clientAuthentication: application.clientAuthentication,
      keys: application.keys,
      state: application.state,
      developer: ownerOf(application).email,
    },
    organisation: organisation && {
      ...organisation,
      transitions: undefined,
      members: organisation.members.map(({ role, developer }) => ({ role, email: developer.email })),
    },
    submission: { ...facts, assigneeId: undefined, assignedUntil: undefined },
    requirements,
    documents: documents.map(({ encryptionKeyId: _, sha256, ...document }) => ({
      ...document,
      sha256: Buffer.from(sha256).toString('hex'),
    })),
    decisions: decisions.map(({ reviewerId, ...decision }) => ({ ...decision, reviewer: who(reviewerId) })),
    transitions: transitionsOf(submission).map(({ actorId, ...each }) => ({ ...each, actor: who(actorId) })),
    messages: messages.map(({ authorId, ...message }) => ({ ...message, author: who(authorId) })),
  }
}

/** The report as it was frozen, for those who judge it. */
function describeRehearsal({ cases, ...rehearsal }: SubmittedRehearsal) {
  return {
    ...rehearsal,
    cases: cases.map(({ evidence, ...each }) => ({
      ...each,
      evidence: describeEvidence(evidence, 'en', 'reviewer'),
    })),
  }
}

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { ApplicationState, DecisionOutcome } from '@/generated/prisma/enums'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { documentChunkContext } from '@/lib/documents/content'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { succeed } from '@/lib/result'
import { recordActivation } from '@/lib/validation/activation-check'
import { decideSubmission } from '@/lib/validation/decide'
import type { DecisionInput } from '@/lib/validation/schema'
import { submitForValidation } from '@/lib/validation/submit'
import { acceptance, findSubmission, makeApplication, uploadDocument } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Owner as Sql } from './factories'

/** A small complete PDF of about `size` bytes. */
export function pdf(size = 400): Buffer {
  const start = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n'
  const end = '\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
  return Buffer.from(start + '%'.padEnd(Math.max(size - start.length - end.length, 1), ' ') + end)
}

/** A complete PNG of one pixel. */
export function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    // Checksum validation is not under test; IEND's is the one that every PNG ends in.
    const sum = type === 'IEND' ? Buffer.from('ae426082', 'hex') : Buffer.alloc(4)
    return Buffer.concat([length, Buffer.from(type), data, sum])
  }
  const header = Buffer.from('00000001000000010802000000', 'hex')
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixel = deflateSync(Buffer.alloc(4))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixel),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Uploads a file as the portal does, in pieces. */
export async function upload(subjectId: string, requirementId: string, owner: Owner, content = pdf()) {
  const requirement = (await findSubmission(subjectId)).requirements.find(
    (each) => each.requirementId === requirementId,
  )
  if (!requirement) throw new Error('the newest submission asks for no such document')
  return uploadDocument(subjectId, requirement, { name: 'document.pdf', content }, owner)
}

/**
 * A document for each requirement of a submission that has none. Rows only: {@link upload} leaves what the
 * portal leaves.
 */
export async function addDocuments(submissionId: string): Promise<void> {
  const asked = await database().submissionRequirement.findMany({ where: { submissionId } })
  const given = await database().document.findMany({ where: { submissionId, replacedAt: null } })
  const missing = asked.filter(
    (one) => !given.some(({ requirementId }) => requirementId === one.requirementId),
  )
  for (const { requirementId } of missing) await addDocument(submissionId, requirementId)
}

async function addDocument(submissionId: string, requirementId: string): Promise<void> {
  const id = newId()
  const content = pdf()
  const sealed = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), content, documentChunkContext(id, 0))
  const sha256 = createHash('sha256').update(content).digest()
  await databasePool().query(
    `WITH added AS (
       INSERT INTO document (id, submission_id, requirement_id, version, name, kind, size, sha256, encryption_key_id, uploaded_at)
       VALUES ($1, $2, $3, 1, 'document.pdf', 'pdf', $4, $5, $6, $7) RETURNING id)
     INSERT INTO document_chunk (document_id, sequence, ciphertext) SELECT id, 0, $8 FROM added`,
    [id, submissionId, requirementId, content.length, sha256, sealed.keyId, now(), sealed.ciphertext],
  )
}

export async function* pieces(content: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

export type Draft = { applicationId: string; submissionId: string; owner: Owner }

/** A Production application with all required documents. */
export async function createDraft(
  sql: Sql,
  { documents = true, owner: given = null as Owner | null, organisationId = null as string | null } = {},
): Promise<Draft> {
  const owner = given ?? (await createDeveloper({}, sql))
  const { id: applicationId } = await makeApplication(owner, 'production', 'Kolo Balance', { organisationId })
  const submission = await findSubmission(applicationId)
  if (documents) await addDocuments(submission.id)
  return { applicationId, submissionId: submission.id, owner }
}

export async function createSubmitted(
  sql: Sql,
  options: Parameters<typeof createDraft>[1] = {},
): Promise<Draft> {
  const draft = await createDraft(sql, options)
  await succeed(executeAs(draft.owner, submitForValidation, { target: draft.applicationId }))
  return draft
}

/** A decision on a submission in its current state. An approval accepts every document. */
export async function decision(
  submissionId: string,
  outcome: DecisionOutcome,
  more: Partial<DecisionInput> = {},
): Promise<DecisionInput> {
  const reason = outcome === 'approved' ? '' : 'The stamp cannot be read.'
  const asked = outcome === 'approved' ? { submissionId } : { submissionId: { in: [] } }
  const requirements = await database().submissionRequirement.findMany({ where: asked })
  const verdicts = requirements.map(({ requirementId }) => acceptance(requirementId))
  return { outcome, reason, verdicts, access: 'all', ...more }
}

/** A reviewer's decision, see {@link decision}. */
export async function decide(
  submissionId: string,
  outcome: DecisionOutcome,
  reviewer: Administrator,
  more?: Partial<DecisionInput>,
  request: { expectedVersion?: string } = {},
) {
  const input = await decision(submissionId, outcome, more)
  return executeAs(reviewer, decideSubmission, { target: submissionId, input, ...request })
}

/** An application brought to `state` by the commands that lead there. */
export async function createInState(
  sql: Sql,
  reviewer: Administrator,
  state: ApplicationState,
): Promise<Draft> {
  if (state === 'draft') return createDraft(sql)
  const draft = await createSubmitted(sql)
  const { submissionId, applicationId, owner } = draft
  if (state === 'changes_requested' || state === 'rejected') await decide(submissionId, state, reviewer)
  if (state === 'activating' || state === 'active' || state === 'suspended')
    await decide(submissionId, 'approved', reviewer)
  if (state === 'active' || state === 'suspended')
    await executeAs(systemActor, recordActivation, { target: submissionId })
  if (state === 'suspended')
    await sql.query(`UPDATE application SET state = 'suspended' WHERE id = $1`, [applicationId])
  if (state === 'deleted') await executeAs(owner, deleteApplication, { target: applicationId, input: {} })
  return draft
}

/** The audit actions on a subject, in order. */
export async function readAudit(sql: Sql, subjectId: string): Promise<string[]> {
  const { rows } = await sql.query('SELECT action FROM audit_entry WHERE subject_id = $1 ORDER BY sequence', [
    subjectId,
  ])
  return rows.map(({ action }) => action)
}

/** How often each template was queued to an address. */
export async function readMails(sql: Sql, developerId: string): Promise<Record<string, number>> {
  const { rows } = await sql.query(
    `SELECT template, count(*)::int AS mails FROM mail_message JOIN developer ON email = to_address
     WHERE developer.id = $1 GROUP BY template`,
    [developerId],
  )
  return Object.fromEntries(rows.map(({ template, mails }) => [template, mails]))
}

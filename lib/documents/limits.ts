import { hourMs, now } from '@/lib/clock'
import { database, queryDatabase, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { sealBytes } from '@/lib/keyring'

const mebibyte = 1024 * 1024

/** The submission and the requirement that a file is uploaded for. */
export type UploadPlace = { submissionId: string; requirementId: string }

type Version = { submittedAt: Date | null; uploadedAt: Date }

/** Why no further version of a document is accepted; `until` is when it will be, if waiting helps. */
export type VersionRefusal = { reason: 'too_many_versions' } | { reason: 'replaced_often'; until: Date }

/**
 * Whether one more version of a document may be uploaded. Versions that reviewers got count towards
 * `DOCUMENT_MAX_VERSIONS` permanently; the others, which lose their content once replaced, for an hour.
 * @param versions of one requirement of a submission, the current one included
 */
export function checkVersions(versions: readonly Version[]): VersionRefusal | null {
  const { DOCUMENT_MAX_VERSIONS: max } = getSettings()
  const submitted = versions.filter(({ submittedAt }) => submittedAt).length
  if (submitted >= max) return { reason: 'too_many_versions' }
  const anHourAgo = now().getTime() - hourMs
  const recent = versions
    .filter(({ submittedAt, uploadedAt }) => !submittedAt && uploadedAt.getTime() > anHourAgo)
    .map(({ uploadedAt }) => uploadedAt.getTime())
    .sort((a, b) => a - b)
  const last = recent[submitted + recent.length - max]
  return last === undefined ? null : { reason: 'replaced_often', until: new Date(last + hourMs) }
}

/**
 * Whether a staged file of `size` bytes fits into its submission after replacing the current version. The caller holds
 * the lock on the submission.
 */
export async function fitsSubmission(
  transaction: Transaction,
  place: UploadPlace,
  size: number,
): Promise<boolean> {
  const [row] = await transaction.$queryRawUnsafe<{ bytes: bigint }[]>(
    `SELECT ${keptBytes} AS bytes`,
    place.submissionId,
    place.requirementId,
  )
  return Number(row?.bytes) + size <= submissionLimit()
}

/**
 * Whether a submission stays within `SUBMISSION_MAX_MIB` including all uploads in progress, from everyone on its team.
 * Called after each stored chunk, so that of parallel uploads at least the last one sees all others.
 */
export async function fitsWhileArriving({ submissionId, requirementId }: UploadPlace): Promise<boolean> {
  const { rows } = await queryDatabase<{ bytes: string }>(`SELECT ${arrivingBytes} + ${keptBytes} AS bytes`, [
    submissionId,
    requirementId,
  ])
  return Number(rows[0]?.bytes) <= submissionLimit()
}

/** Leaves out the current version if the new one will replace it and its content. */
const keptBytes = `coalesce((
  SELECT sum(size) FROM document WHERE submission_id = $1::uuid AND purged_at IS NULL
    AND NOT (requirement_id = $2::uuid AND replaced_at IS NULL AND submitted_at IS NULL)), 0)::bigint`

/** Chunks left behind by a crashed process count for an hour: no upload takes longer. */
const arrivingBytes = `coalesce((
  SELECT sum(octet_length(ciphertext) - ${sealBytes}) FROM upload_chunk
  WHERE submission_id = $1::uuid AND created_at > now() - interval '1 hour'), 0)::bigint`

function submissionLimit(): number {
  return getSettings().SUBMISSION_MAX_MIB * mebibyte
}

/**
 * Counts bytes towards a developer's hourly upload limit, in one statement, so that parallel uploads all count. The
 * hour begins with the first of them.
 * @param bytes of one chunk, at most 1 MiB
 * @returns false, without counting, beyond `UPLOAD_MIB_PER_HOUR`
 */
export async function countUpload(developerId: string, bytes: number): Promise<boolean> {
  const at = now()
  const { rowCount } = await queryDatabase(
    `INSERT INTO upload_window AS w (developer_id, started_at, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (developer_id) DO UPDATE SET
       started_at = CASE WHEN w.started_at <= $4 THEN $2 ELSE w.started_at END,
       bytes = CASE WHEN w.started_at <= $4 THEN $3 ELSE w.bytes + $3 END
     WHERE w.started_at <= $4 OR w.bytes + $3 <= $5`,
    [
      developerId,
      at.toISOString(),
      bytes,
      new Date(at.getTime() - hourMs).toISOString(),
      getSettings().UPLOAD_MIB_PER_HOUR * mebibyte,
    ],
  )
  return rowCount === 1
}

/** When a developer's current hour of uploads ends; null if there is none. */
export async function findUploadWindowEnd(developerId: string): Promise<Date | null> {
  const found = await database().uploadWindow.findUnique({ where: { developerId } })
  const end = new Date((found?.startedAt.getTime() ?? 0) + hourMs)
  return end > now() ? end : null
}

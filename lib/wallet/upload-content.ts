import { queryDatabase } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { decrypt, encrypt } from '@/lib/keyring'
import { done, type Result, refused } from '@/lib/result'

const chunkBytes = 1024 * 1024

/** A file of accounts that has arrived whole: its encrypted pieces are in upload_chunk under `id`. */
export type StagedUpload = { id: string; size: number; keyId: string }

/**
 * Receives a file of accounts as a stream: at most one piece of 1 MiB is in memory, and nothing is stored unencrypted.
 * @returns refused `file_empty`; a file whose stream fails leaves nothing behind
 */
export async function stageUpload(
  source: AsyncIterable<Buffer>,
): Promise<Result<StagedUpload, 'file_empty'>> {
  const id = newId()
  let [size, sequence, keyId] = [0, 0, '']
  let pending: Buffer[] = []
  let pendingBytes = 0

  async function store(): Promise<void> {
    const sealed = encrypt(
      requireSetting('SECRET_ENCRYPTION_KEYS'),
      Buffer.concat(pending),
      context(id, sequence),
    )
    keyId = sealed.keyId
    await queryDatabase('INSERT INTO upload_chunk (upload_id, sequence, ciphertext) VALUES ($1, $2, $3)', [
      id,
      sequence++,
      sealed.ciphertext,
    ])
    pending = []
    pendingBytes = 0
  }

  try {
    for await (const piece of source) {
      size += piece.length
      pending.push(piece)
      pendingBytes += piece.length
      if (pendingBytes >= chunkBytes) await store()
    }
    if (pendingBytes > 0) await store()
  } catch (error) {
    await discardUpload(id)
    throw error
  }
  return size > 0 ? done({ id, size, keyId }) : refused('file_empty')
}

/** Deletes the pieces of an upload. */
export async function discardUpload(id: string): Promise<void> {
  await queryDatabase('DELETE FROM upload_chunk WHERE upload_id = $1', [id])
}

/**
 * The bytes of an upload, piece by piece.
 * @throws UploadLost when a piece is missing, or its key
 */
export async function* readUpload({ id, size, keyId }: StagedUpload): AsyncGenerator<Buffer> {
  let read = 0
  for (let sequence = 0; read < size; sequence++) {
    const { rows } = await queryDatabase<{ ciphertext: Buffer }>(
      'SELECT ciphertext FROM upload_chunk WHERE upload_id = $1 AND sequence = $2',
      [id, sequence],
    )
    if (!rows[0]) throw new UploadLost(`the upload ${id} lacks piece ${sequence}`)
    const sealed = { ciphertext: Buffer.from(rows[0].ciphertext), keyId }
    const piece = open(id, sequence, sealed)
    read += piece.length
    yield piece
  }
}

function open(id: string, sequence: number, sealed: { ciphertext: Buffer; keyId: string }): Buffer {
  try {
    return decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, context(id, sequence))
  } catch (error) {
    throw new UploadLost(`the upload ${id} cannot be decrypted`, { cause: error })
  }
}

/** The content of an upload is no longer there. */
export class UploadLost extends Error {
  override name = 'UploadLost'
}

function context(id: string, sequence: number): string {
  return `account-upload:${id}:${sequence}`
}

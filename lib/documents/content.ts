import type { Transaction } from '@/lib/database'
import { queryDatabase } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { decrypt, encrypt } from '@/lib/keyring'

/** Files are stored in chunks of 1 MiB, each encrypted separately. */
export const chunkBytes = 1024 * 1024

/** Binds a chunk to its document and position, so that chunks can be neither swapped nor reordered. */
export function documentChunkContext(documentId: string, sequence: number): string {
  return `document:${documentId}:${sequence}`
}

type Piece = { ciphertext: Buffer; keyId: string }

/**
 * The bytes of a document, chunk by chunk.
 * @param transaction to read within; without it each read of a chunk takes a connection from the pool
 * @throws Error when a chunk is missing or was changed, or its key is missing
 */
export async function* readDocument(
  document: { id: string; size: number },
  transaction?: Transaction,
): AsyncGenerator<Buffer> {
  // Reads the key's id in the same statement: key rotation may re-encrypt the document meanwhile.
  const statement = `
    SELECT c.ciphertext, d.encryption_key_id AS "keyId" FROM document_chunk c JOIN document d ON d.id = c.document_id
    WHERE c.document_id = $1::uuid AND c.sequence = $2::int`
  for (let sequence = 0; sequence * chunkBytes < document.size; sequence++) {
    const values = [document.id, sequence]
    const [piece] = transaction
      ? await transaction.$queryRawUnsafe<Piece[]>(statement, ...values)
      : (await queryDatabase<Piece>(statement, values)).rows
    if (!piece) throw new Error(`document ${document.id} lacks chunk ${sequence}`)
    yield openPiece(document.id, sequence, piece)
  }
}

/**
 * The bytes of a staged file, chunk by chunk.
 * @throws Error when a chunk is missing
 */
export async function* readStaged(file: { id: string; size: number; keyId: string }): AsyncGenerator<Buffer> {
  for (let sequence = 0; sequence * chunkBytes < file.size; sequence++) {
    const { rows } = await queryDatabase<{ ciphertext: Buffer }>(
      'SELECT ciphertext FROM upload_chunk WHERE upload_id = $1 AND sequence = $2',
      [file.id, sequence],
    )
    if (!rows[0]) throw new Error(`the upload ${file.id} lacks chunk ${sequence}`)
    yield openPiece(file.id, sequence, { ...rows[0], keyId: file.keyId })
  }
}

function openPiece(id: string, sequence: number, { ciphertext, keyId }: Piece): Buffer {
  const sealed = { ciphertext: Buffer.from(ciphertext), keyId }
  return decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, documentChunkContext(id, sequence))
}

/** Copies a document's chunks to another document, re-encrypted for their new place with the newest key. */
export async function copyContent(
  transaction: Transaction,
  source: { id: string; size: number },
  targetId: string,
): Promise<void> {
  const keyring = requireSetting('SECRET_ENCRYPTION_KEYS')
  let sequence = 0
  for await (const piece of readDocument(source, transaction)) {
    const { ciphertext } = encrypt(keyring, piece, documentChunkContext(targetId, sequence))
    await transaction.documentChunk.create({
      data: { documentId: targetId, sequence: sequence++, ciphertext: new Uint8Array(ciphertext) },
    })
  }
}

import type { Transaction } from '@/lib/database'
import { queryDatabase } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { decrypt, encrypt } from '@/lib/keyring'

/** Files are stored in pieces of 1 MiB, each encrypted by itself. */
export const chunkBytes = 1024 * 1024

/** Binds a piece to its document and place, so that pieces can be neither swapped nor reordered. */
export function documentChunkContext(documentId: string, sequence: number): string {
  return `document:${documentId}:${sequence}`
}

/**
 * The bytes of a document, piece by piece.
 * @throws Error when a piece is missing, was changed, or its key is gone
 */
export async function* readDocument(document: { id: string; size: number }): AsyncGenerator<Buffer> {
  const keyring = requireSetting('SECRET_ENCRYPTION_KEYS')
  for (let sequence = 0; sequence * chunkBytes < document.size; sequence++) {
    // The key's id in the same statement: the document may be encrypted anew while it is read.
    const { rows } = await queryDatabase<{ ciphertext: Buffer; keyId: string }>(
      `SELECT c.ciphertext, d.encryption_key_id AS "keyId" FROM document_chunk c JOIN document d ON d.id = c.document_id
       WHERE c.document_id = $1 AND c.sequence = $2`,
      [document.id, sequence],
    )
    if (!rows[0]) throw new Error(`document ${document.id} lacks piece ${sequence}`)
    yield decrypt(keyring, rows[0], documentChunkContext(document.id, sequence))
  }
}

/** Copies a document's pieces to another document, encrypted anew for their new place with the newest key. */
export async function copyContent(
  transaction: Transaction,
  source: { id: string; size: number },
  targetId: string,
): Promise<void> {
  const keyring = requireSetting('SECRET_ENCRYPTION_KEYS')
  let sequence = 0
  for await (const piece of readDocument(source)) {
    const { ciphertext } = encrypt(keyring, piece, documentChunkContext(targetId, sequence))
    await transaction.documentChunk.create({
      data: { documentId: targetId, sequence: sequence++, ciphertext: new Uint8Array(ciphertext) },
    })
  }
}

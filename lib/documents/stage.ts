import { createHash } from 'node:crypto'
import { queryDatabase } from '@/lib/database'
import { getSettings, requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'
import { done, type Result, refused } from '@/lib/result'
import { chunkBytes, documentChunkContext } from './content'
import { findKind, headBytes, tailBytes } from './kind'
import { readDocumentName } from './name'
import { Scan } from './scan'
import type { DocumentKind, UploadRefusal } from './schema'

/** A file that arrived whole and passed; its pieces wait encrypted in upload_chunk under `id`. */
export type StagedDocument = {
  id: string
  name: string
  kind: DocumentKind
  size: number
  sha256: Buffer
  scan: 'clean' | 'not_scanned'
  keyId: string
}

type Limits = { maxBytes: number; acceptedKinds: readonly string[] }

/**
 * Takes a file in as it streams: at most one piece of 1 MiB is in memory, and nothing of it is stored in clear.
 * `source` is always read to its end, refused or not, as the form behind it goes on.
 * @param name as the browser sent it
 * @returns the staged file, or the first reason against it; a refused one leaves nothing behind
 */
export async function stageDocument(
  source: AsyncIterable<Buffer>,
  name: string,
  limits: Limits,
): Promise<Result<StagedDocument, UploadRefusal>> {
  const cleaned = readDocumentName(name)
  const intake = new Intake(limits)
  try {
    const refusal = await takeAll(source, intake, cleaned.ok ? null : `name_${cleaned.reason}`)
    const outcome =
      refusal || !cleaned.ok ? refused(refusal ?? 'interrupted') : await intake.finish(cleaned.name)
    if (!outcome.ok) await intake.discard()
    return outcome
  } catch (error) {
    await intake.discard()
    throw error
  }
}

/** Leaving the loop early would destroy `source` and with it stall the form: what fails is thrown at its end. */
async function takeAll(
  source: AsyncIterable<Buffer>,
  intake: Intake,
  early: UploadRefusal | null,
): Promise<UploadRefusal | null> {
  let refusal = early
  let failure: unknown = null
  for await (const piece of source) {
    if (refusal || failure) continue
    refusal = await intake.take(piece).catch((error) => {
      failure = error
      return null
    })
  }
  if (failure) throw failure
  return refusal
}

class Intake {
  readonly #id = newId()
  readonly #hash = createHash('sha256')
  readonly #scan = startScan()
  readonly #limits: Limits
  #pending: Buffer[] = []
  #pendingBytes = 0
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #size = 0
  #sequence = 0
  #keyId = ''

  constructor(limits: Limits) {
    this.#limits = limits
  }

  async take(piece: Buffer): Promise<UploadRefusal | null> {
    this.#size += piece.length
    if (this.#size > this.#limits.maxBytes) return 'too_large'
    this.#hash.update(piece)
    this.#look(piece)
    await this.#scan?.write(piece)
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    while (this.#pendingBytes >= chunkBytes) await this.#store(chunkBytes)
    return null
  }

  async finish(name: string): Promise<Result<StagedDocument, UploadRefusal>> {
    if (this.#size === 0) return refused('empty')
    const found = await findKind(this.#head, this.#tail)
    if (!found.ok) return refused(found.reason)
    if (!this.#limits.acceptedKinds.includes(found.kind)) return refused('kind_not_accepted')
    const scanned = (await this.#scan?.finish()) ?? 'not_scanned'
    if (scanned === 'infected') return refused('infected')
    if (scanned === 'unavailable') return refused('scan_unavailable')
    if (this.#pendingBytes > 0) await this.#store(this.#pendingBytes)
    return done({
      id: this.#id,
      name,
      kind: found.kind,
      size: this.#size,
      sha256: this.#hash.digest(),
      scan: scanned,
      keyId: this.#keyId,
    })
  }

  async discard(): Promise<void> {
    this.#scan?.cancel()
    await discardStaged(this.#id)
  }

  #look(piece: Buffer): void {
    if (this.#head.length < headBytes) this.#head = Buffer.concat([this.#head, piece]).subarray(0, headBytes)
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-tailBytes)]).subarray(-tailBytes)
  }

  async #store(length: number): Promise<void> {
    const gathered = Buffer.concat(this.#pending)
    const rest = gathered.subarray(length)
    this.#pending = rest.length > 0 ? [rest] : []
    this.#pendingBytes = rest.length
    const keyring = requireSetting('SECRET_ENCRYPTION_KEYS')
    const sealed = encrypt(
      keyring,
      gathered.subarray(0, length),
      documentChunkContext(this.#id, this.#sequence),
    )
    this.#keyId = sealed.keyId
    await queryDatabase('INSERT INTO upload_chunk (upload_id, sequence, ciphertext) VALUES ($1, $2, $3)', [
      this.#id,
      this.#sequence++,
      sealed.ciphertext,
    ])
  }
}

/** Drops the pieces of a staged file that was not attached. */
export async function discardStaged(id: string): Promise<void> {
  await queryDatabase('DELETE FROM upload_chunk WHERE upload_id = $1', [id])
}

function startScan(): Scan | null {
  const address = getSettings().CLAMD_URL
  return address ? new Scan(address) : null
}

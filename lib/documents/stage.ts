import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { queryDatabase } from '@/lib/database'
import { getSettings, requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'
import { done, type Result, refused } from '@/lib/result'
import { chunkBytes, documentChunkContext, readStaged } from './content'
import { KindFinder } from './kind'
import { countUpload, fitsWhileArriving, type UploadPlace } from './limits'
import { nameAs, readDocumentName } from './name'
import { type ScanResult, scan } from './scan'
import type { DocumentKind, UploadRefusal } from './schema'

/** Time and memory for one file; most are opened in a tenth of a second. */
const timeoutMs = 5000
const resourceLimits = { maxOldGenerationSizeMb: 128 }

const script = `
  const { parentPort, workerData } = require('node:worker_threads')
  async function open() {
    const { getDocument, VerbosityLevel } = await import(workerData.library)
    const options = { isEvalSupported: false, enableXfa: false, verbosity: VerbosityLevel.ERRORS }
    await getDocument({ ...options, data: workerData.content }).promise
  }
  open().then(() => parentPort.postMessage(''), (error) => parentPort.postMessage(error.name))`

let before: Promise<unknown> = Promise.resolve()

/**
 * Whether a PDF opens only with a password, by pdf.js, as in the reviewer's preview. One that can be read without, and
 * restricts printing or editing by an owner's password, does not need any.
 * The file is untrusted, so a separate thread opens it, one file at a time; a file that takes too long, or that
 * pdf.js can't read, is left to the reviewer.
 */
function needsPassword(content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const turn = before.then(() => open(content))
  before = turn
  return turn
}

function open(content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  // Its Node build is read from node_modules, like the parts of the preview: a bundler can't trace its own thread.
  const parts = [process.cwd(), 'node_modules', 'pdfjs-dist', 'legacy', 'build', 'pdf.mjs']
  const library = pathToFileURL(join(/* turbopackIgnore: true */ ...(parts as [string]))).href
  const worker = new Worker(script, {
    eval: true,
    workerData: { library, content },
    transferList: [content.buffer],
    resourceLimits,
    stdout: true,
    stderr: true,
  })
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    worker.on('message', (name) => resolve(name === 'PasswordException'))
    worker.on('error', () => resolve(false))
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(false)
    })
  }).finally(() => worker.terminate())
}

/** A file that arrived completely and passed the checks; its encrypted chunks are in upload_chunk under `id`. */
export type StagedDocument = {
  id: string
  name: string
  kind: DocumentKind
  size: number
  sha256: Buffer
  scan: 'clean' | 'not_scanned'
  keyId: string
}

/** The sender, the requirement, and its conditions: `maxBytes` of one file. */
export type Destination = UploadPlace & {
  developerId: string
  maxBytes: number
  acceptedKinds: readonly string[]
}

/**
 * Receives a file as a stream: at most one chunk of 1 MiB is in memory, and nothing is stored unencrypted. `source` is
 * always read to its end, refused or not, because further parts of the form follow it.
 * @param name as the browser sent it
 * @returns the staged file, or the first reason to refuse it. A refused file leaves nothing behind, but the bytes that
 *   were stored count towards the hourly limit (`hourly_limit`)
 */
export async function stageDocument(
  source: AsyncIterable<Buffer>,
  name: string,
  destination: Destination,
): Promise<Result<StagedDocument, UploadRefusal>> {
  const cleaned = readDocumentName(name)
  const intake = new Intake(destination)
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

/** Leaving the loop early would destroy `source` and stall the form, so an error is thrown only at its end. */
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
  readonly #destination: Destination
  #pending: Buffer[] = []
  #pendingBytes = 0
  readonly #kind = new KindFinder()
  #size = 0
  #sequence = 0
  #keyId = ''

  constructor(destination: Destination) {
    this.#destination = destination
  }

  async take(piece: Buffer): Promise<UploadRefusal | null> {
    this.#size += piece.length
    if (this.#size > this.#destination.maxBytes) return 'too_large'
    this.#hash.update(piece)
    this.#kind.take(piece)
    this.#pending.push(piece)
    this.#pendingBytes += piece.length
    let refusal: UploadRefusal | null = null
    while (!refusal && this.#pendingBytes >= chunkBytes) refusal = await this.#store(chunkBytes)
    return refusal
  }

  async finish(name: string): Promise<Result<StagedDocument, UploadRefusal>> {
    if (this.#size === 0) return refused('empty')
    const found = await this.#kind.find()
    if (!found.ok) return refused(found.reason)
    if (!this.#destination.acceptedKinds.includes(found.kind)) return refused('kind_not_accepted')
    const refusal = this.#pendingBytes > 0 ? await this.#store(this.#pendingBytes) : null
    if (refusal) return refused(refusal)
    if (found.kind === 'pdf' && this.#kind.isEncrypted && (await needsPassword(await this.#content())))
      return refused('protected')
    const scanned = await this.#scan()
    if (scanned === 'infected') return refused('infected')
    if (scanned === 'unavailable') return refused('scan_unavailable')
    return done({
      id: this.#id,
      name: nameAs(found.kind, name),
      kind: found.kind,
      size: this.#size,
      sha256: this.#hash.digest(),
      scan: scanned,
      keyId: this.#keyId,
    })
  }

  async discard(): Promise<void> {
    await discardStaged(this.#id)
  }

  async #content(): Promise<Uint8Array<ArrayBuffer>> {
    const content = new Uint8Array(this.#size)
    let at = 0
    for await (const piece of readStaged(this.#staged)) {
      content.set(piece, at)
      at += piece.length
    }
    return content
  }

  get #staged() {
    return { id: this.#id, size: this.#size, keyId: this.#keyId }
  }

  /** Scans only complete files: see {@link scan}. */
  async #scan(): Promise<ScanResult | 'not_scanned'> {
    const address = getSettings().CLAMD_URL
    if (!address) return 'not_scanned'
    return scan(address, readStaged(this.#staged))
  }

  async #store(length: number): Promise<'hourly_limit' | 'submission_full' | null> {
    if (!(await countUpload(this.#destination.developerId, length))) return 'hourly_limit'
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
    await queryDatabase(
      'INSERT INTO upload_chunk (upload_id, sequence, ciphertext, submission_id) VALUES ($1, $2, $3, $4)',
      [this.#id, this.#sequence++, sealed.ciphertext, this.#destination.submissionId],
    )
    return (await fitsWhileArriving(this.#destination)) ? null : 'submission_full'
  }
}

/** Deletes the chunks of a staged file that was not attached. */
export async function discardStaged(id: string): Promise<void> {
  await queryDatabase('DELETE FROM upload_chunk WHERE upload_id = $1', [id])
}

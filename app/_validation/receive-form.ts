import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { BodyRefusal, type Pace, readBodyChunks } from '@/app/_request/read-body'
import type { Owner } from '@/lib/audit/schema'
import { versionOf } from '@/lib/commands/command'
import { attachDocument } from '@/lib/documents/attach'
import { documentVersion, documentVersionField, maxFiles, type UploadRefusal } from '@/lib/documents/schema'
import { stageDocument } from '@/lib/documents/stage'
import { isFormOfOther } from '@/lib/request-context'
import type { UploadRoute } from '@/lib/uploads'

export type Requirement = {
  submissionId: string
  requirementId: string
  maxBytes: number
  acceptedKinds: string[]
}

/** The result for one file of a post. */
export type ReceivedForm = { requirementId: string } & (
  | { ok: true; documentId: string }
  | { ok: false; reason: UploadRefusal }
)

export type Received = {
  receipts: ReceivedForm[]
  /** The text fields, and the names of the files. */
  fields: Record<string, string>
  /** What the form showed of the document of each requirement, and what it made of it; empty for none. */
  shown: Record<string, string>
  problem: 'form_too_large' | 'too_slow' | 'malformed' | 'other_person' | null
}

type Place = {
  route: UploadRoute
  subjectId: string
  open: boolean
  requirements: Requirement[]
  owner: Owner
}

/**
 * Reads a multipart form as a stream and stores each file as soon as it is complete. File fields are named after their
 * requirement; a field without a chosen file counts as absent.
 * @returns a receipt for each file, in order, and what else was sent
 */
export async function receiveForm(request: Request, place: Place, pace?: Pace): Promise<Received> {
  const fields: Received['fields'] = {}
  const shown: Received['shown'] = {}
  const waiting: Promise<ReceivedForm>[] = []
  let problem: Received['problem'] = null
  try {
    const parser = openParser(request)
    parser.on('field', (name, value) => {
      if (name.startsWith(documentVersionField)) shown[name.slice(documentVersionField.length)] = value
      else fields[name] = value
      if (isFormOfOther(place.owner.id, fields)) problem = 'other_person'
    })
    let files = 0
    let previous: Promise<unknown> = Promise.resolve()
    parser.on('file', (name, stream, { filename: sent }) => {
      // If a form breaks off, its last file fails, even one that is only skipped.
      stream.on('error', () => {})
      // Browsers write a quotation mark as %22 (HTML, "multipart form data").
      const filename = sent?.replaceAll('%22', '"')
      if (!filename || problem) return stream.resume()
      fields[name] = filename
      const receipt = receiveFile(stream, { name, filename, number: ++files, previous, shown }, place)
      // Awaited below, once the form has been read; until then a failure must not count as unhandled.
      previous = receipt.catch(() => {})
      waiting.push(receipt)
    })
    await pipeline(Readable.from(readBodyChunks(request, place.route, pace)), parser)
  } catch (error) {
    problem = error instanceof BodyRefusal ? error.reason : 'malformed'
  }
  return { receipts: await Promise.all(waiting), fields, shown, problem }
}

function openParser(request: Request) {
  return busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    // The full name, so that a path in it is refused rather than silently cut.
    preservePath: true,
    defParamCharset: 'utf8',
    limits: { fields: 100, fieldSize: 1000, files: 100, parts: 200 },
  })
}

/** `previous` resolves when the file before is attached: of two for one requirement, the later one counts. */
type Sent = {
  name: string
  filename: string
  number: number
  previous: Promise<unknown>
  shown: Received['shown']
}

async function receiveFile(
  stream: Readable,
  { name, filename, number, previous, shown }: Sent,
  { subjectId, open, requirements, owner }: Place,
): Promise<ReceivedForm> {
  const requirement = requirements.find(({ requirementId }) => requirementId === name)
  const early = findEarlyRefusal(requirement, open, number)
  if (early || !requirement) {
    stream.resume()
    return { requirementId: requirement ? name : 'form', ok: false, reason: early ?? 'not_yours' }
  }
  const { requirementId } = requirement
  try {
    const staged = await stageDocument(stream, filename, { ...requirement, developerId: owner.id })
    if (!staged.ok) return { requirementId, ...staged }
    await previous
    const before = shown[name]
    const version = before === undefined ? null : versionOf(before)
    const attached = await attachDocument(staged.value, { subjectId, requirementId }, owner, version)
    if (!attached.ok) return { requirementId, ...attached }
    const { id: documentId } = attached.value
    if (before !== undefined && !before.startsWith(documentId)) shown[name] = documentVersion(documentId)
    return { requirementId, ok: true, documentId }
  } catch (error) {
    stream.resume()
    if (stream.errored) return { requirementId, ok: false, reason: 'interrupted' }
    throw error
  }
}

function findEarlyRefusal(
  requirement: Requirement | undefined,
  open: boolean,
  number: number,
): UploadRefusal | null {
  if (!requirement) return 'not_yours'
  if (!open) return 'closed'
  return number > maxFiles ? 'too_many' : null
}

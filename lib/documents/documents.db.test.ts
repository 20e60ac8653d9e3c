import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { receiveForm } from '@/app/_validation/receive-form'
import type { Owner } from '@/lib/audit/schema'
import { systemActor } from '@/lib/audit/schema'
import { database, databasePool } from '@/lib/database'
import { attachDocument } from '@/lib/documents/attach'
import { readDocument } from '@/lib/documents/content'
import { nameAs, readDocumentName } from '@/lib/documents/name'
import { findOwnDocument, findSubmittedDocument, findUploadPlaces } from '@/lib/documents/queries'
import { stageDocument } from '@/lib/documents/stage'
import { getSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { refused, succeed } from '@/lib/result'
import { uploadRoutes } from '@/lib/uploads'
import { recordActivation } from '@/lib/validation/activation-check'
import { openRevision } from '@/lib/validation/open-submission'
import { findReview } from '@/lib/validation/queries'
import { submitForValidation } from '@/lib/validation/submit'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import {
  createDraft,
  createSubmitted,
  type Draft,
  decide,
  pdf,
  pieces,
  png,
  readAudit,
  readMails,
  upload,
} from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: true })
let draft: Draft
let places: { submissionId: string; requirementId: string; maxBytes: number; acceptedKinds: string[] }[]

beforeAll(async () => {
  draft = await createDraft(sql, { documents: false })
  places = (await findUploadPlaces(draft.applicationId, draft.owner.id))?.requirements ?? []
})

type File = { field?: string; name: string; content: Buffer; type?: string }

/** Posts files as a browser does, each in its own field unless it names one. */
async function post(files: File[], { to = draft, owner = to.owner }: { to?: Draft; owner?: Owner } = {}) {
  const form = new FormData()
  for (const [index, { field, name, content, type = 'application/pdf' }] of files.entries()) {
    const file = new File([new Uint8Array(content)], name, { type })
    form.append(field ?? places[index % places.length]?.requirementId ?? '', file, name)
  }
  form.append('intent', 'save')
  const request = new Request('http://portal/', { method: 'POST', body: form })
  const found = await findUploadPlaces(to.applicationId, owner.id)
  if (!found) return null
  return receiveForm(request, {
    route: uploadRoutes.application,
    subjectId: to.applicationId,
    owner,
    ...found,
  })
}

/** What becomes of a post to the draft, sent by its owner while it is open. */
function receiveFromOwner(request: Request) {
  return receiveForm(request, {
    route: uploadRoutes.application,
    ...draft,
    subjectId: draft.applicationId,
    open: true,
    requirements: places,
  })
}

async function firstReason(file: File): Promise<string> {
  const received = await post([file])
  const [receipt] = received?.receipts ?? []
  return receipt?.ok ? 'stored' : (receipt?.reason ?? 'nothing')
}

async function countStored(): Promise<{ documents: number; staged: number }> {
  const { rows } = await sql.query(
    'SELECT (SELECT count(*) FROM document)::int AS documents, (SELECT count(*) FROM upload_chunk)::int AS staged',
  )
  return rows[0]
}

/** Files that qpdf encrypted. */
function file(name: string): Buffer {
  return readFileSync(`test/pdf/${name}.pdf`)
}

// ASVS 1.3.4, 5.2.2
describe('refused', () => {
  const html = Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>')

  test.each([
    ['HTML named .pdf', 'page.pdf', html, 'wrong_kind'],
    ['an empty file', 'empty.pdf', Buffer.alloc(0), 'empty'],
    ['a PDF cut off in the middle', 'cut.pdf', pdf(5000).subarray(0, 2500), 'cut_off'],
    ['a PDF that opens with a password only', 'licence.pdf', file('opens-with-password-rc4'), 'protected'],
    ['the same with AES', 'licence.pdf', file('opens-with-password-aes256'), 'protected'],
    ['a name with a path', '../x', pdf(), 'name_path'],
    ['a name with a Windows path', '..\\..\\x.pdf', pdf(), 'name_path'],
    ['a name of 300 characters', `${'x'.repeat(296)}.pdf`, pdf(), 'name_long'],
  ])('%s', async (_, name, content, reason) => {
    const before = await countStored()
    expect(await firstReason({ name, content })).toBe(reason)
    expect(await countStored()).toEqual(before)
  })

  test.each(['owner-password-aes128', 'owner-password-aes256'])('not %s: it opens without', async (name) => {
    expect(await firstReason({ name: 'licence.pdf', content: file(name) })).toBe('stored')
  })

  test('not one that says it is encrypted and that nothing can read: reviewers will see', async () => {
    const content = Buffer.from('%PDF-1.4\ntrailer <</Encrypt 1 0 R>>\n%%EOF\n')
    expect(await firstReason({ name: 'odd.pdf', content })).toBe('stored')
  })

  // ASVS 2.3.2, 5.2.1
  test('one byte over the limit, and not one at the limit', async () => {
    const [{ requirementId } = { requirementId: '' }] = places
    await sql.query('UPDATE submission_requirement SET max_bytes = 2000000 WHERE requirement_id = $1', [
      requirementId,
    ])
    const before = await countStored()
    expect(await firstReason({ name: 'large.pdf', content: pdf(2_000_001) })).toBe('too_large')
    expect(await countStored()).toEqual(before)
    expect(await firstReason({ name: 'large.pdf', content: pdf(2_000_000) })).toBe('stored')
  })

  test('the eleventh file of one post', async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.pdf`, content: pdf() }))
    const reasons = (await post(files))?.receipts.map((each) => (each.ok ? 'stored' : each.reason))
    expect(reasons?.filter((each) => each === 'stored')).toHaveLength(10)
    expect(reasons?.at(-1)).toBe('too_many')
  })

  test('more than 120 MB in one post: it is not read any further', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ === 0)
          controller.enqueue(
            Buffer.from(
              `--edge\r\nContent-Disposition: form-data; name="${places[0]?.requirementId}"; filename="a.pdf"\r\n\r\n`,
            ),
          )
        else controller.enqueue(megabyte)
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
    const request = new Request('http://portal/', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    const received = await receiveFromOwner(request)
    expect(received.problem).toBe('form_too_large')
    expect(sent).toBeLessThan(130)
    expect((await countStored()).staged).toBe(0)
  })

  test('a kind that this document does not accept', async () => {
    const [{ requirementId } = { requirementId: '' }] = places
    await sql.query(`UPDATE submission_requirement SET accepted_kinds = '{png}' WHERE requirement_id = $1`, [
      requirementId,
    ])
    expect(await firstReason({ name: 'a.pdf', content: pdf() })).toBe('kind_not_accepted')
    await sql.query(
      `UPDATE submission_requirement SET accepted_kinds = '{pdf,png}' WHERE requirement_id = $1`,
      [requirementId],
    )
    expect(await firstReason({ name: 'a.png', content: png() })).toBe('stored')
  })

  test('a field that is not a document of this application', async () => {
    expect(
      await firstReason({ field: '019aa3c0-0000-7000-8000-00000000dead', name: 'a.pdf', content: pdf() }),
    ).toBe('not_yours')
  })

  test('a broken post: what arrived whole is kept, the rest is not', async () => {
    const boundary = 'edge'
    const part = (id: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${id}"; filename="a.pdf"\r\n\r\n${content}`
    const [first, second] = places.slice(2)
    const body = `${part(first?.requirementId ?? '', `${pdf()}\r\n`)}${part(second?.requirementId ?? '', '%PDF-1.4\n1 0 obj')}`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const request = new Request('http://portal/', { method: 'POST', body, headers })
    const received = await receiveFromOwner(request)
    expect(received.problem).toBe('malformed')
    expect(received.receipts.map((each) => each.ok || each.reason)).toEqual([true, 'interrupted'])
    expect((await countStored()).staged).toBe(0)
  })

  test.each([
    ['that no one reads', 'name="other"; filename="a.pdf"', ['not_yours']],
    ['that was not chosen', 'name="other"; filename=""\r\nContent-Type: application/octet-stream', []],
  ])('a post that breaks off within a file %s', async (_what, disposition, reasons) => {
    const body = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n%PDF`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const request = new Request('http://localhost/', { method: 'POST', headers, body })
    const received = await receiveFromOwner(request)
    expect(received.problem).toBe('malformed')
    expect(received.receipts.map((each) => each.ok || each.reason)).toEqual(reasons)
  })

  // ASVS 2.3.3
  test('a database that fails in the middle is an error, not a hanging post, and nothing half stored', async () => {
    await sql.query('ALTER TABLE upload_chunk ADD CONSTRAINT full_disk CHECK (sequence < 1)')
    const file = { field: places[4]?.requirementId, name: 'a.pdf', content: pdf(2_100_000) }
    await expect(post([file])).rejects.toThrow('full_disk')
    await sql.query('ALTER TABLE upload_chunk DROP CONSTRAINT full_disk')
    expect((await countStored()).staged).toBe(0)
  })

  test('after the submission was sent', async () => {
    const sent = await createDraft(sql)
    await executeAs(sent.owner, submitForValidation, { target: sent.applicationId })
    const received = await post([{ name: 'late.pdf', content: pdf() }], { to: sent })
    expect(received?.receipts).toMatchObject([refused('closed')])
  })
})

describe('stored', () => {
  test('encrypted in pieces of 1 MiB, read back byte for byte', async () => {
    const mine = await createDraft(sql, { documents: false })
    const content = pdf(2_500_000)
    const stored = await upload(mine.applicationId, places[3]?.requirementId ?? '', mine.owner, content)
    const id = stored.ok ? stored.value.id : ''
    const { rows } = await sql.query(
      'SELECT ciphertext FROM document_chunk WHERE document_id = $1 ORDER BY sequence',
      [id],
    )
    expect(rows.map(({ ciphertext }) => ciphertext.length)).toEqual([1048576 + 28, 1048576 + 28, 402848 + 28])
    expect(rows.some(({ ciphertext }) => ciphertext.includes('%PDF'))).toBe(false)
    const document = await database().document.findUniqueOrThrow({ where: { id } })
    const read: Buffer[] = []
    for await (const piece of readDocument(document)) read.push(piece)
    expect(Buffer.concat(read).equals(content)).toBe(true)
    expect(await readAudit(sql, id)).toEqual(['document.uploaded'])
    await sql.query('UPDATE document_chunk SET sequence = 9 - sequence WHERE document_id = $1', [id])
    await sql.query('UPDATE document_chunk SET sequence = sequence - 7 WHERE document_id = $1', [id])
    await expect(readDocument(document).next()).rejects.toThrow()
  })

  test('each version is kept, the newest counts', async () => {
    const mine = await createDraft(sql, { documents: false })
    const requirementId = places[0]?.requirementId ?? ''
    await upload(mine.applicationId, requirementId, mine.owner)
    await upload(mine.applicationId, requirementId, mine.owner, png())
    const versions = await database().document.findMany({
      where: { submissionId: mine.submissionId },
      orderBy: { version: 'asc' },
    })
    expect(versions.map(({ version, kind, replacedAt }) => [version, kind, replacedAt === null])).toEqual([
      [1, 'pdf', false],
      [2, 'png', true],
    ])
  })

  // ASVS 8.2.2
  test('for its owner, and for reviewers once it was submitted; for no one else', async () => {
    const mine = await createDraft(sql)
    const { id: stranger } = await createDeveloper()
    const [document] = await database().document.findMany({ where: { submissionId: mine.submissionId } })
    const id = document?.id ?? ''
    expect(await findOwnDocument(mine.applicationId, id, mine.owner.id)).toMatchObject({ id })
    expect(await findOwnDocument(mine.applicationId, id, stranger)).toBeNull()
    expect(await findOwnDocument(draft.applicationId, id, draft.owner.id)).toBeNull()
    expect(await findSubmittedDocument(mine.submissionId, id)).toBeNull()
    await executeAs(mine.owner, submitForValidation, { target: mine.applicationId })
    expect(await findSubmittedDocument(mine.submissionId, id)).toMatchObject({ id })
    expect(await findSubmittedDocument(draft.submissionId, id)).toBeNull()
    expect(
      await post([{ name: 'a.pdf', content: pdf() }], {
        to: mine,
        owner: { id: stranger, role: 'developer' },
      }),
    ).toBeNull()
  })

  test('for its owner alone while it is not submitted, also in a later round of the same submission', async () => {
    const reviewer = await createDeveloper({ role: 'reviewer' })
    const { applicationId, submissionId, owner } = await createSubmitted(sql)
    await decide(submissionId, 'changes_requested', reviewer)
    const requirementId = places[0]?.requirementId ?? ''
    const sent = await upload(applicationId, requirementId, owner, png())
    const id = sent.ok ? sent.value.id : ''
    const readVersions = async () => {
      const review = await findReview(submissionId, reviewer.id)
      return review?.submission.documents
        .filter((each) => each.requirementId === requirementId)
        .map(({ version }) => version)
    }
    expect(await findSubmittedDocument(submissionId, id)).toBeNull()
    expect(await readVersions()).toEqual([1])
    await executeAs(owner, submitForValidation, { target: applicationId })
    expect(await findSubmittedDocument(submissionId, id)).toMatchObject({ id })
    expect(await readVersions()).toEqual([2, 1])
  })

  test('one command submits: the developer and each reviewer get one mail, however often it is pressed', async () => {
    const reviewer = await createDeveloper({ role: 'reviewer', locale: 'fr' })
    const mine = await createDraft(sql)
    const presses = Array.from({ length: 5 }, () =>
      executeAs(mine.owner, submitForValidation, { target: mine.applicationId }),
    )
    const results = await Promise.all(presses)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await readMails(sql, mine.owner.id)).toEqual({
      'application-created': 1,
      'validation-submitted': 1,
    })
    expect(await readMails(sql, reviewer.id)).toEqual({ 'submission-received': 1 })
  })
})

// ASVS 5.3.2, 5.4.1
test.each([
  ['statuts.pdf', 'statuts.pdf'],
  ['C:\\Users\\Awa\\statuts.pdf', 'statuts.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\u0000b\nc.pdf', 'abc.pdf'],
  ['e\u0301te\u0301.pdf', 'été.pdf'],
  ['   ', 'document'],
])('the name %j is shown as %s', (raw, name) => {
  expect(readDocumentName(raw)).toEqual({ ok: true, name })
})

// ASVS 5.2.2, 5.4.1
test.each([
  ['pdf', 'extract.hta', 'extract.pdf'],
  ['pdf', 'licence.bat', 'licence.pdf'],
  ['pdf', 'id.pdf.js', 'id.pdf'],
  ['pdf', 'a.js.exe', 'a.js.pdf'],
  ['pdf', '.htaccess', 'document.pdf'],
  ['pdf', 'Statuts.PDF', 'Statuts.PDF'],
  ['pdf', 'Rapport v1.2', 'Rapport v1.2.pdf'],
  ['pdf', 'statuts', 'statuts.pdf'],
  ['jpeg', 'id.JPEG', 'id.JPEG'],
  ['jpeg', 'id.png', 'id.jpg'],
  ['png', 'id.svg', 'id.png'],
] as const)('a %s that is called %s becomes %s', (kind, name, shown) => {
  expect(nameAs(kind, name)).toBe(shown)
})

test('a document is stored under a name of its kind', async () => {
  expect(await firstReason({ name: 'ext\u202eract.hta', content: pdf() })).toBe('stored')
  const { rows } = await sql.query('SELECT name FROM document ORDER BY uploaded_at DESC LIMIT 1')
  expect(rows).toEqual([{ name: 'extract.pdf' }])
})

// ASVS 5.4.3, 16.5.3
describe('the scanner', () => {
  let clamd: Server | null = null

  afterEach(() => {
    clamd?.close()
  })

  /** A clamd that answers `answer` once it got the whole stream; null is one that hangs up. */
  async function startClamd(answer: string | null): Promise<Buffer[]> {
    const got: Buffer[] = []
    clamd = createServer((socket) => {
      socket.on('data', (piece) => {
        got.push(piece)
        if (answer === null) socket.destroy()
        else if (Buffer.concat(got).subarray(-4).equals(Buffer.alloc(4))) socket.end(answer)
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((listening) => clamd?.listen(0, '127.0.0.1', listening))
    const address = clamd.address()
    getSettings().CLAMD_URL = `tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    return got
  }

  const stage = () => stageFrom(pieces(pdf(200_000)))
  const stageFrom = (source: AsyncIterable<Buffer>) =>
    stageDocument(source, 'a.pdf', {
      submissionId: draft.submissionId,
      requirementId: newId(),
      developerId: draft.owner.id,
      maxBytes: 5e6,
      acceptedKinds: ['pdf'],
    })

  test('lets a clean file pass and says so', async () => {
    const got = await startClamd('stream: OK\0')
    expect(await stage()).toMatchObject({ ok: true, value: { scan: 'clean' } })
    expect(Buffer.concat(got).subarray(0, 10).toString()).toBe('zINSTREAM\0')
  })

  test('refuses what is found', async () => {
    await startClamd('stream: Eicar-Test-Signature FOUND\0')
    expect(await stage()).toEqual(refused('infected'))
  })

  test.each([null, 'INSTREAM size limit exceeded. ERROR\0'])(
    'fails closed when it answers %j',
    async (answer) => {
      await startClamd(answer)
      expect(await stage()).toEqual(refused('scan_unavailable'))
    },
  )

  test('is not called before the file has arrived, so that a pause of the uploader costs nothing', async () => {
    const got = await startClamd('stream: OK\0')
    let connections = 0
    clamd?.on('connection', () => connections++)
    let whenPaused = -1
    async function* pausing() {
      const content = pdf(3_000_000)
      yield content.subarray(0, 2_000_000)
      // A piece was stored meanwhile, so a connection would have been accepted by now.
      whenPaused = connections
      yield content.subarray(2_000_000)
    }
    expect(await stageFrom(pausing())).toMatchObject({ ok: true, value: { scan: 'clean' } })
    expect([whenPaused, connections]).toEqual([0, 1])
    expect(Buffer.concat(got).length).toBeGreaterThan(3_000_000)
  })

  test('fails closed when nothing is listening', async () => {
    getSettings().CLAMD_URL = 'tcp://127.0.0.1:1'
    expect(await stage()).toEqual(refused('scan_unavailable'))
  })

  test('says that a file was not scanned if there is none', async () => {
    expect(await stage()).toMatchObject({ ok: true, value: { scan: 'not_scanned' } })
  })
})

/** Stages a file of so many bytes for the first document of a submission. */
async function stageFirst(submissionId: string, owner: Owner, size?: number) {
  const [asked] = await database().submissionRequirement.findMany({ where: { submissionId } })
  const requirementId = asked?.requirementId ?? ''
  const destination = { submissionId, requirementId, maxBytes: 3e6, acceptedKinds: ['pdf'] }
  const file = stageDocument(pieces(pdf(size)), 'document.pdf', { ...destination, developerId: owner.id })
  return { staged: await succeed(file), requirementId }
}

test('a file of someone who was suspended while it arrived is not attached, and they submit nothing', async () => {
  const { applicationId, submissionId, owner } = await createDraft(sql)
  const { staged, requirementId } = await stageFirst(submissionId, owner)
  await sql.query('UPDATE developer SET suspended_at = now() WHERE id = $1', [owner.id])
  expect(await attachDocument(staged, { subjectId: applicationId, requirementId }, owner)).toEqual(
    refused('not_yours'),
  )
  expect(await executeAs(owner, submitForValidation, { target: applicationId })).toEqual(refused('not_found'))
})

test('a file of which chunks were lost in a crash of the database is not acknowledged, and its others are deleted', async () => {
  const { applicationId, submissionId, owner } = await createDraft(sql, { documents: false })
  const { staged, requirementId } = await stageFirst(submissionId, owner, 2_100_000)
  await sql.query('DELETE FROM upload_chunk WHERE upload_id = $1 AND sequence = 0', [staged.id])
  await expect(attachDocument(staged, { subjectId: applicationId, requirementId }, owner)).rejects.toThrow(
    'lost',
  )
  const { rows } = await sql.query('SELECT 1 FROM upload_chunk WHERE upload_id = $1', [staged.id])
  expect(rows).toEqual([])
  expect(await database().document.count({ where: { submissionId } })).toBe(0)
  expect(await readAudit(sql, staged.id)).toEqual([])
})

test('documents are carried over to a new round on one connection, while all others are in use', async () => {
  const reviewer = await createDeveloper({ role: 'reviewer' })
  const { applicationId, submissionId, owner } = await createSubmitted(sql)
  await decide(submissionId, 'approved', reviewer)
  await executeAs(systemActor, recordActivation, { target: submissionId })
  const pool = databasePool()
  const taken = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()))
  try {
    expect(await executeAs(owner, openRevision, { target: applicationId })).toMatchObject({ ok: true })
  } finally {
    for (const client of taken) client.release()
  }
})

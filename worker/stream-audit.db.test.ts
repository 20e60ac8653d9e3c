import { once } from 'node:events'
import { readFileSync, renameSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Pool } from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { streamAudit } from '@/lib/audit/stream'
import { database } from '@/lib/database'
import { createPool } from '@/lib/pool'
import { signUpDeveloper } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { openAuditTarget } from './audit-target'
import { keepStreaming } from './stream-audit'

const own = withOwnDatabase()
const folder = temporaryFolder()
const file = join(folder, 'audit.jsonl')
let pool: Pool
let written = 0

beforeAll(() => {
  pool = createPool(own.workerUrl, 3, 'guichet-test')
})
afterAll(async () => {
  await pool.end()
})
beforeEach(() => streamAudit(pool, async () => {}))

async function write(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `subject-${++written}`)
  for (const id of ids)
    await database().$transaction((transaction) =>
      recordAudit(
        transaction,
        systemActor,
        'application.changed',
        { type: 'application', id },
        { text: 'é\n"' },
      ),
    )
  return ids
}

/** A record as RFC 5424 §6 has it: priority, time, host, application, process, kind, no structured data, text. */
const record =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) - (.*)$/s

const subjectOf = (line: string) => JSON.parse(line).subject_id as string
const readFileLines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').map(subjectOf)

test('each entry is sent once, in order, as a line of the export', async () => {
  const ids = await write(3)
  const sent: string[] = []
  const send = async (lines: string[]) => void sent.push(...lines)
  expect(await streamAudit(pool, send)).toBe(3)
  expect(await streamAudit(pool, send)).toBe(0)
  expect(sent.map(subjectOf)).toEqual(ids)
  expect(Object.keys(JSON.parse(sent[0] as string))).toEqual(
    expect.arrayContaining(['sequence', 'at', 'action', 'hash', 'previous_hash']),
  )
})

test('refused sign-ins are sent once, after the entries', async () => {
  const { id } = await signUpDeveloper()
  const refuse = (address: string) =>
    own.owner.query(
      `INSERT INTO refused_sign_in (id, developer_id, at, why, address)
       VALUES (gen_random_uuid(), $1, '2026-11-23T09:00:00.123Z', 'password', $2)`,
      [id, address],
    )
  await streamAudit(pool, async () => {})
  await refuse('192.0.2.1')
  await expect(streamAudit(pool, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  const [entry] = await write(1)
  const sent: string[] = []
  expect(await streamAudit(pool, async (lines) => void sent.push(...lines))).toBe(2)
  expect(await streamAudit(pool, async (lines) => void sent.push(...lines))).toBe(0)
  expect(sent.map(subjectOf)).toEqual([entry, id])
  expect(JSON.parse(sent[1] as string)).toEqual({
    id: expect.any(String),
    at: '2026-11-23T09:00:00.123Z',
    action: 'session.refused',
    subject_type: 'developer',
    subject_id: id,
    detail: { why: 'password', address: '192.0.2.1' },
  })
})

test('what could not be sent is sent again, and one of two workers sends', async () => {
  const ids = await write(2)
  await expect(streamAudit(pool, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  const sent: string[] = []
  const counts = await Promise.all(
    [1, 2].map(() => streamAudit(pool, async (lines) => void sent.push(...lines))),
  )
  expect(counts.reduce((sum, each) => sum + each)).toBe(2)
  expect(sent.map(subjectOf)).toEqual(ids)
})

test('without the note of what was sent, everything is sent again', async () => {
  const [id] = await write(1)
  await streamAudit(pool, async () => {})
  await own.owner.query('DELETE FROM audit_stream')
  const sent: string[] = []
  while ((await streamAudit(pool, async (lines) => void sent.push(...lines))) > 0);
  expect(JSON.parse(sent[0] as string).sequence).toBe(1)
  expect(sent.map(subjectOf)).toContain(id)
})

test('a file is appended to, also after it was rotated', async () => {
  const target = openAuditTarget(`file://${file}`)
  const first = await write(1)
  await streamAudit(pool, target)
  renameSync(file, `${file}.1`)
  const second = await write(2)
  await streamAudit(pool, target)
  expect([readFileLines(`${file}.1`), readFileLines(file)]).toEqual([first, second])
})

describe('a syslog server', () => {
  let server: Server
  let received: Buffer[]
  let onConnection = (socket: Socket) => void socket.on('data', (part) => received.push(part))

  beforeEach(async () => {
    received = []
    server = createServer((socket) => onConnection(socket.on('error', () => {})))
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => void server.close())

  const target = () => openAuditTarget(`syslog+tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)

  test('gets each entry as an RFC 5424 record with the entry’s time, framed by its bytes', async () => {
    const ids = await write(2)
    await streamAudit(pool, target())
    let rest = Buffer.concat(received)
    for (const id of ids) {
      const [, length = ''] = /^([1-9]\d*) /.exec(rest.toString('latin1')) ?? []
      const text = rest.subarray(length.length + 1, length.length + 1 + Number(length)).toString()
      const [, priority, at, , name, pid, kind, line = ''] = record.exec(text) ?? []
      expect([priority, name, pid, kind]).toEqual(['109', 'guichet', String(process.pid), 'audit'])
      expect(JSON.parse(line)).toMatchObject({ at, subject_id: id, detail: { text: 'é\n"' } })
      rest = rest.subarray(length.length + 1 + Number(length))
    }
    expect(rest).toHaveLength(0)
  })

  test('that resets the connection gets the entries again', async () => {
    await write(1)
    const take = onConnection
    onConnection = (socket) => void socket.resetAndDestroy()
    await expect(streamAudit(pool, target())).rejects.toThrow()
    onConnection = take
    expect(await streamAudit(pool, target())).toBe(1)
  })

  test('that was away gets what happened meanwhile, each entry once', { tags: 'slow' }, async () => {
    const { port } = server.address() as AddressInfo
    await new Promise((closed) => server.close(closed))
    const failures: object[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => void failures.push(JSON.parse(line)) })
    const stop = keepStreaming(pool, openAuditTarget(`syslog+tcp://127.0.0.1:${port}`), logger)
    const ids = await write(2)
    await expect.poll(() => failures).not.toEqual([])
    expect(failures[0]).toMatchObject({ msg: expect.stringContaining('could not be sent'), err: { port } })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const text = () => Buffer.concat(received).toString()
    await expect.poll(() => ids.map((id) => text().split(`"${id}"`).length - 1)).toEqual([1, 1])
    await stop()
  })

  test('is sent everything by the worker until it stops', async () => {
    const stop = keepStreaming(pool, target(), pino({ level: 'silent' }))
    const ids = await write(2)
    await expect.poll(() => Buffer.concat(received).toString(), { timeout: 10_000 }).toContain(`"${ids[1]}"`)
    await stop()
  })
})

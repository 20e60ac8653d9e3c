import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditActions, readAudit, searchAudit } from '@/lib/audit/queries'
import { readDocument } from '@/lib/documents/content'
import { discardStaged, stageDocument } from '@/lib/documents/stage'
import { newId } from '@/lib/ids'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { type LoggedStatement, readStatements } from '@/test/statements'
import { database, onRow, queryDatabase, type Transaction } from './database'
import { withRequestContext } from './request-context'
import { done, keepingWrites, RefusalError, refused } from './result'

const own = withOwnDatabase()
let logged: LoggedStatement[]

beforeAll(async () => {
  await own.logStatements()
  logged = readStatements(await own.connectAs('portal'))
})

const question = 'SELECT current_query() AS text'
const commentOf = (text?: string) => /\/\*.*$/.exec(text ?? '')?.[0]

test('our own statements name their request just as Prisma’s do, whatever is in the id', async () => {
  expect((await queryDatabase<{ text: string }>(question)).rows).toEqual([{ text: question }])
  for (const id of [newId(), "'*/; SELECT '/* % é"]) {
    const [[prismas], { rows }] = await withRequestContext(id, () =>
      Promise.all([
        database().$queryRawUnsafe<{ text: string }[]>(question),
        queryDatabase<{ text: string }>(question),
      ]),
    )
    expect(commentOf(rows[0]?.text)).toBe(commentOf(prismas?.text))
    expect(commentOf(rows[0]?.text)).toMatch(/^\/\*request_id='[^/]+'\*\/$/)
  }
})

test('every statement about the audit log and document chunks names it', async () => {
  const { id: developerId } = await createDeveloper()
  const id = newId()
  logged.length = 0
  await withRequestContext(id, async () => {
    await searchAudit({}, {}, 10)
    for await (const _ of readAudit({}));
    await listAuditActions()
    const place = { submissionId: newId(), requirementId: newId(), developerId }
    const limits = { ...place, maxBytes: 2 ** 21, acceptedKinds: [] }
    const file = (async function* () {
      yield Buffer.alloc(2 ** 20)
    })()
    expect(await stageDocument(file, 'file.pdf', limits)).toMatchObject({ ok: false })
    await discardStaged(newId())
    await expect(readDocument({ id: newId(), size: 1 }).next()).rejects.toThrow('lacks chunk')
  })
  const tables = logged.flatMap(({ text }) =>
    [...text.matchAll(/(?:FROM|INTO) (\w+)/g)].map(([, name]) => name),
  )
  for (const table of ['audit_entry', 'audit_address', 'upload_window', 'upload_chunk', 'document_chunk'])
    expect(tables).toContain(table)
  expect(logged.filter(({ text }) => !text.endsWith(` /*request_id='${id}'*/`))).toEqual([])
})

test.each(['40P01', '40001'])(
  'a transaction that the database ended with %s is run again, a few times',
  async (code) => {
    let runs = 0
    const work = (failures: number) =>
      database().$transaction(async (transaction) => {
        runs++
        if (runs <= failures)
          await transaction.$executeRawUnsafe(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`)
        return transaction.developer.count()
      })
    expect(await work(2)).toBeGreaterThanOrEqual(0)
    expect(runs).toBe(3)
    runs = 0
    await expect(work(99)).rejects.toThrow()
    expect(runs).toBe(4)
  },
)

test('two transactions in a deadlock both complete', async () => {
  const first = await createDeveloper()
  const second = await createDeveloper()
  let arrived = 0
  let meet = () => {}
  const both = new Promise<void>((resolve) => {
    meet = resolve
  })
  const lockInTurn = (...ids: string[]) =>
    database().$transaction(async (transaction) => {
      for (const id of ids) {
        await transaction.developer.update({ where: { id }, data: { locale: 'fr' } })
        if (++arrived === 2) meet()
        await both
      }
    })
  await Promise.all([lockInTurn(first.id, second.id), lockInTurn(second.id, first.id)])
  expect(await database().developer.count({ where: { locale: 'fr' } })).toBe(2)
})

test('no other error is retried', async () => {
  let runs = 0
  const broken = database().$transaction(async (transaction) => {
    runs++
    await transaction.$executeRaw`SELECT 1 / 0`
  })
  await expect(broken).rejects.toThrow()
  expect(runs).toBe(1)
})

test('closing waits for an open transaction, which is committed', async () => {
  const { id } = await createDeveloper()
  let work: Promise<unknown> | undefined
  await new Promise<void>((begun) => {
    work = database().$transaction(async (transaction) => {
      await transaction.developer.update({ where: { id }, data: { locale: 'fr' } })
      begun()
      await transaction.$executeRaw`SELECT pg_sleep(0.2)`
    })
  })
  await own.connectAs('portal')
  expect(await database().developer.findUnique({ where: { id } })).toMatchObject({ locale: 'fr' })
  await work
})

describe('a transaction', () => {
  const full = { ...refused('full'), places: 50 }
  const endings = {
    'that succeeds is committed': [async () => done(1), done(1), 1],
    'that refuses after a write is rolled back, with all that it said': [async () => full, full, 0],
    'in which something below refuses is rolled back': [
      () => Promise.reject(new RefusalError(full)),
      full,
      0,
    ],
    'may keep what it wrote about an attempt that it refuses': [async () => keepingWrites(full), full, 1],
  } as const

  test.each(Object.entries(endings))('%s', async (_, [end, outcome, written]) => {
    for (const begin of [(run: Run) => database().$transaction(run), (run: Run) => onRow(newId(), run)]) {
      const id = newId()
      const ended = await begin(async (transaction) => {
        await transaction.reasonTemplate.create({
          data: { id, labelEn: 'a', labelFr: 'a', textEn: 'a', textFr: 'a' },
        })
        return end()
      })
      expect(ended).toEqual(outcome)
      expect(await database().reasonTemplate.count({ where: { id } })).toBe(written)
    }
  })
})

type Run = (transaction: Transaction) => Promise<unknown>

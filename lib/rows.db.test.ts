import { expect, test } from 'vitest'
import { withOwnDatabase } from '@/test/own-database'
import {
  anyText,
  askedRows,
  bytes,
  flag,
  foundRows,
  group,
  list,
  lookUpRows,
  number,
  orNull,
  subquery,
  text,
  word,
} from './rows'

const database = withOwnDatabase()

type Question = { id: string; number: string | null; hash: string; name: string }
const asked = askedRows<Question>({
  id: ['uuid', ({ id }) => id],
  number: ['bigint', ({ number }) => number],
  hash: ['bytea', ({ hash }) => hash],
  name: ['text', ({ name }) => name],
})
const id = '01890000-0000-7000-8000-000000000000'
const questions = [
  { id, number: '221771234567', hash: '00ff', name: 'a "b" \\ c, {d}' },
  { id, number: null, hash: '', name: '' },
]

async function ask({ sql }: { sql: string }, rest = ''): Promise<string> {
  const { rows } = await database.owner.query(`SELECT ${sql} AS reply FROM ${asked.from(1)} ${rest}`, [
    ...asked.values(questions),
  ])
  return rows[0].reply
}

test('what is asked arrives as it is, and what is found is read by the same columns', async () => {
  const found = foundRows({
    row: group({
      id: text('q.id'),
      number: orNull(word('q.number')),
      hash: bytes('q.hash'),
      name: anyText('q.name'),
      isEmpty: flag("q.name = ''"),
      parts: list("ARRAY['a', 'b']"),
    }),
  })
  const rows: unknown[] = []
  found.read(await ask(found), ({ row }, index) => {
    rows[index] = row
  })
  const parts = ['a', 'b']
  expect(rows).toEqual(
    questions.map((question) => ({
      ...question,
      hash: Buffer.from(question.hash, 'hex'),
      isEmpty: question.name === '',
      parts,
    })),
  )
})

test('a subquery without a match is null, and what follows keeps its place', async () => {
  const matched = subquery('m', { double: number('q.number * 2'), digits: number('length(q.number::text)') })
  const found = foundRows({ matched, row: group({ isEmpty: flag("q.name = ''") }) })
  const lateral = `LEFT JOIN LATERAL (SELECT ${matched.list} WHERE q.number IS NOT NULL) m ON true`
  const rows: unknown[] = []
  found.read(await ask(found, lateral), (row, index) => {
    rows[index] = row
  })
  expect(rows).toEqual([
    { matched: { double: 443542469134, digits: 12 }, row: { isEmpty: false } },
    { matched: null, row: { isEmpty: true } },
  ])
})

test('nothing found is no row', async () => {
  const found = foundRows({ row: group({ id: text('q.id') }) })
  let count = 0
  found.read(await ask(found, 'WHERE false'), () => count++)
  expect(count).toBe(0)
})

test('one question is answered as it is among others, by a statement of its own', async () => {
  const rest = subquery('m', {
    digits: number('length(q.number::text)'),
    given: anyText(`$1::text || $2::text`),
  })
  const found = foundRows({
    row: group({ id: text('q.id'), hash: bytes('q.hash'), name: anyText('q.name') }),
    rest,
  })
  const rules = `LEFT JOIN LATERAL (SELECT ${rest.list} WHERE q.number IS NOT NULL) m ON true`
  const lookUp = lookUpRows('test', asked, found, rules)
  const ask = async (some: Question[]) => {
    const rows: unknown[] = []
    await lookUp(database.owner, some, ['a ', 'b'], (row, index) => {
      rows[index] = row
    })
    return rows
  }
  const together = await ask(questions)
  expect(together).toMatchObject([{ rest: { digits: 12, given: 'a b' } }, { rest: null }])
  for (const [index, question] of questions.entries())
    expect(await ask([question])).toEqual([together[index]])
})

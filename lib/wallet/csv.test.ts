import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/test/resources'
import { type CsvRecord, readCsv } from './csv'

const folder = temporaryFolder()
const file = join(folder, 'file.csv')

async function read(content: string | Buffer): Promise<CsvRecord[]> {
  writeFileSync(file, content)
  const records: CsvRecord[] = []
  for await (const some of readCsv(file)) records.push(...some)
  return records
}

const fields = async (content: string | Buffer) => (await read(content)).map((record) => record.fields)

test.each([
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\uFEFFa,b\n', [['a', 'b']]],
  ['\uFEFF"a",b\n', [['a', 'b']]],
  ['a,,\n', [['a', '', '']]],
  ['"a","b,c","d ""e"""\n', [['a', 'b,c', 'd "e"']]],
  [
    'a,b\n,,,\n"", \n\u00a0,\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '"a\nb",c\r\nd,e\n',
    [
      ['a\nb', 'c'],
      ['d', 'e'],
    ],
  ],
  ['\n\na\n\r\nb\n', [['a'], ['b']]],
  ['', []],
])('%j is read as RFC 4180 says', async (content, expected) => {
  expect(await fields(content)).toEqual(expected)
})

test('a misplaced quote spoils its own line only', async () => {
  expect(await fields('a"b,c\n"a"b,c\nab"",c\nx,y\n')).toEqual([null, null, null, ['x', 'y']])
})

test('records keep their line and their text, byte by byte', async () => {
  const records = await read(Buffer.from('a\r\n"b\nc",é\r\nd\n'))
  expect(records.map(({ line, text }) => [line, Buffer.from(text, 'latin1').toString()])).toEqual([
    [1, 'a'],
    [2, '"b\nc",é'],
    [4, 'd'],
  ])
})

test('a quote that is never closed is one bad record, and an endless one an error', async () => {
  expect(await fields('a,b\n"c,d\ne,f\n')).toEqual([['a', 'b'], null])
  await expect(read(`a,b\n"c,d\n${'e,f\n'.repeat(400_000)}`)).rejects.toThrow(
    'Line 2: a quote that opens here is not closed within 1 MiB.',
  )
  await expect(read('x'.repeat(3_000_000))).rejects.toThrow('Line 1 is longer than 1 MiB')
})

test('UTF-16 is named', async () => {
  for (const text of ['\uFEFFa,b', 'a,b']) {
    const little = Buffer.from(text, 'utf16le')
    await expect(read(little)).rejects.toThrow('The file is in UTF-16')
    await expect(read(Buffer.from(little).swap16())).rejects.toThrow('The file is in UTF-16')
  }
})

test('files written to the standard are read back, whatever the size of a chunk', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r\n', ' ') })
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const content = rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('')
      const filled = rows.filter((row) => row.some((text) => text.trim() !== ''))
      expect(await fields(content)).toEqual(filled)
    }),
    { numRuns: 100 },
  )
  // Records and quotes that lie across the pieces in which the file is read.
  const long = `"${'x\n'.repeat(50_000)}",b\r\n`
  const records = await read(`h,i\n${long.repeat(12)}`)
  expect(records).toHaveLength(13)
  expect(records.at(-1)).toMatchObject({ line: 2 + 11 * 50_001, fields: ['x\n'.repeat(50_000), 'b'] })
})

test('a workbook, a compressed file, and lines that end with CR alone, are named', async () => {
  for (const begin of ['\x1f\x8b\x08\0', 'BZh91AY&SY', '\xfd7zXZ\0', '(\xb5/\xfd'])
    await expect(read(Buffer.from(`${begin}…`, 'latin1'))).rejects.toThrow('The file is compressed')
  await expect(read('PK\u0003\u0004…')).rejects.toThrow('The file is a workbook')
  await expect(read('a,b\r'.repeat(400_000))).rejects.toThrow('The file has CR line endings only')
})

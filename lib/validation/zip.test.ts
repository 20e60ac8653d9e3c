import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ZipEntry, zip } from './zip'

const at = new Date('2026-11-21T09:08:06Z')

async function* entries(): AsyncGenerator<ZipEntry> {
  yield { name: 'a/été.txt', modifiedAt: at, content: content('one', 'two') }
  yield { name: 'empty', modifiedAt: at, content: content() }
}

async function* content(...pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function archive(): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of zip(entries())) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('the directory names each file with its place, size and sum', async () => {
  const bytes = await archive()
  const end = bytes.length - 22
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
  expect(bytes.readUInt16LE(end + 10)).toBe(2)
  const central = bytes.readUInt32LE(end + 16)
  expect(bytes.readUInt32LE(central)).toBe(0x02014b50)
  expect(bytes.readUInt32LE(central + 16)).toBe(crc32('onetwo'))
  expect(bytes.readUInt32LE(central + 24)).toBe(6)
  const local = bytes.readUInt32LE(central + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26)
  expect(bytes.subarray(start, start + 6).toString()).toBe('onetwo')
})

import { createReadStream } from 'node:fs'
import { Fault } from './faults'

/**
 * One record of a CSV file. `line` is where it begins, from 1; `text` is the original record without its line ending,
 * one character per byte. `fields` is null if its quoting is wrong.
 */
export type CsvRecord = { line: number; text: string; fields: string[] | null }

/** A file that cannot be read as a file of accounts. `message` is a sentence for the person who imports it. */
export class CsvError extends Error {
  override name = 'CsvError'
  constructor(readonly fault: Fault) {
    super(String(fault))
  }
}

/**
 * How far a file was read, in bytes: `end` is where the first record begins that was not returned yet, on line `line`.
 */
export type LinePosition = { read: number; end: number; line: number }

const chunkBytes = 256 * 1024
const maxRecordLength = 1024 * 1024
/** With the non-breaking space of UTF-8. */
const blank = /^[\s\u00c2\u00a0]*$/
const byteOrderMark = 'ï»¿'
/** gzip, bzip2, xz and Zstandard. */
const compressed = ['\x1f\x8b', 'BZh9', '\xfd7zXZ', '(\xb5/\xfd']

/**
 * Reads a CSV file (RFC 4180: commas, double quotes, line endings within quotes; LF as well as CRLF), in batches, so
 * that a file of any size takes little memory. A byte order mark, empty lines and records without any value
 * are skipped. No batch is empty.
 * @param source a path, or the bytes of a file
 * @param onRead called before each batch with the position after it
 * @param from where `source` begins
 * @throws CsvError for UTF-16, and for a record or an open quote longer than 1 MiB
 */
export async function* readCsv(
  source: string | AsyncIterable<Uint8Array>,
  onRead: (position: LinePosition) => void = () => {},
  from: Pick<LinePosition, 'end' | 'line'> = { end: 0, line: 1 },
): AsyncGenerator<CsvRecord[], undefined> {
  let rest = ''
  let line = from.line
  let read = from.end
  // One character per byte: non-ASCII is never valid in a field, and is written out unchanged.
  for await (const chunk of readText(source)) {
    const text = read === 0 ? withoutMark(chunk) : rest + chunk
    const cut = split(text, line, false)
    rest = text.slice(cut.end)
    line = cut.line
    if (rest.length > maxRecordLength) throw tooLong(line, rest)
    read += chunk.length
    onRead({ read, end: read - rest.length, line })
    if (cut.records.length > 0) yield cut.records
  }
  const last = split(rest, line, true)
  onRead({ read, end: read, line: last.line })
  if (last.records.length > 0) yield last.records
}

function readText(source: string | AsyncIterable<Uint8Array>): AsyncIterable<string> {
  if (typeof source === 'string')
    return createReadStream(source, { highWaterMark: chunkBytes, encoding: 'latin1' })
  return decodeLatin1(source)
}

async function* decodeLatin1(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const bytes of source) yield Buffer.from(bytes).toString('latin1')
}

/** Splits whole records off the beginning of `text`; `end` is where the first incomplete one begins, on line `line`. */
function split(
  text: string,
  firstLine: number,
  last: boolean,
): { records: CsvRecord[]; end: number; line: number } {
  const records: CsvRecord[] = []
  let start = 0
  let line = firstLine
  let quote = text.indexOf('"')
  while (start < text.length) {
    let end = text.indexOf('\n', start)
    let lines = 1
    if (end < 0) end = text.length
    if (quote >= 0 && quote < start) quote = text.indexOf('"', start)
    if (quote >= 0 && quote < end) ({ end, lines } = findRecordEnd(text, start))
    if (end === text.length && !last) break
    const record = text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end)
    const fields = record === '' ? [] : readFields(record)
    if (!fields?.every((field) => blank.test(field))) records.push({ line, text: record, fields })
    start = end + 1
    line += lines
  }
  return { records, end: start, line }
}

/** The end of a record with quotes: the first line ending outside of them, else the end of the text. */
function findRecordEnd(text: string, start: number): { end: number; lines: number } {
  let lines = 1
  let quoted = false
  let closedAt = -1
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\n') {
      if (!quoted) return { end: at, lines }
      lines++
    } else if (character === '"') {
      // A quote opens only at the start of a field, or right after one that closed: elsewhere it is an error.
      const opens = at === start || text[at - 1] === ',' || closedAt === at - 1
      if (quoted) closedAt = at
      quoted = !quoted && opens
    }
  }
  return { end: text.length, lines }
}

/** @returns null when a quote is misplaced */
function readFields(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',')
  const fields: string[] = []
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y
  for (let found = field.exec(record); found; found = field.exec(record)) {
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '') return fields
  }
  return null
}

function withoutMark(text: string): string {
  // A byte order mark, or every other byte of a Latin letter.
  if (/^(ÿþ|þÿ|\0.|.\0)/s.test(text)) throw new CsvError(new Fault('utf16'))
  if (text.startsWith('PK\u0003\u0004')) throw new CsvError(new Fault('workbook'))
  if (compressed.some((begin) => text.startsWith(begin))) throw new CsvError(new Fault('compressed'))
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text
}

function tooLong(line: number, text: string): CsvError {
  const values = { line: String(line) }
  if (text.includes('\n')) return new CsvError(new Fault('open_quote', values))
  return new CsvError(text.includes('\r') ? new Fault('line_ends') : new Fault('long_line', values))
}

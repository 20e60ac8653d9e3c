import { crc32 } from 'node:zlib'

/** One file of an archive; `content` is read once, when its turn comes. */
export type ZipEntry = { name: string; modifiedAt: Date; content: AsyncIterable<Buffer> }

/** Bit 3: sums and sizes follow the content. Bit 11: names are UTF-8. */
const flags = 0x0808

/**
 * A zip archive as it streams, its files stored as they are (APPNOTE.TXT 6.3.3, method 0): PDFs and photographs do not
 * get smaller. Names must be unique and relative; the archive must stay below 4 GB.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, modifiedAt, content } of entries) {
    const encoded = Buffer.from(name)
    const header = localHeader(encoded, modifiedAt)
    yield header
    let size = 0
    let sum = 0
    for await (const piece of content) {
      size += piece.length
      sum = crc32(piece, sum)
      yield piece
    }
    const descriptor = dataDescriptor(sum, size)
    yield descriptor
    directory.push(centralHeader(encoded, modifiedAt, { sum, size, offset }))
    offset += header.length + size + descriptor.length
  }
  const central = Buffer.concat(directory)
  yield central
  yield endOfDirectory(directory.length, central.length, offset)
}

/** §4.3.7 */
function localHeader(name: Buffer, at: Date): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt32LE(dosTime(at), 10)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

/** §4.3.9 */
function dataDescriptor(sum: number, size: number): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(sum, 4)
  descriptor.writeUInt32LE(size, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

/** §4.3.12 */
function centralHeader(
  name: Buffer,
  at: Date,
  { sum, size, offset }: { sum: number; size: number; offset: number },
) {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt32LE(dosTime(at), 12)
  header.writeUInt32LE(sum, 16)
  header.writeUInt32LE(size, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

/** §4.3.16 */
function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** §4.4.6: date and time as MS-DOS has them, two seconds exact; here in UTC. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x10000 + time
}

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { KindFinder } from './kind'

/** Each file arrives whole, and in pieces that end anywhere. */
async function kindOf(content: Buffer) {
  const findings = await Promise.all(
    [content.length, 1, 7, 1000].map((size) => {
      const finder = new KindFinder()
      for (let at = 0; at < content.length; at += size) finder.take(content.subarray(at, at + size))
      return finder.find()
    }),
  )
  for (const each of findings) expect(each).toEqual(findings[0])
  return findings[0]
}

const bytes = (text: string) => Buffer.from(text, 'latin1')
const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)))
const drawn = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#7a1fa2' } })
const pdf = bytes('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const png = await drawn().png().toBuffer()
const jpeg = await drawn().jpeg().toBuffer()
const progressive = await drawn().jpeg({ progressive: true }).toBuffer()
/** Its first segment holds another picture, as that of a camera holds a thumbnail. */
const photo = join(jpeg.subarray(0, 2), '\xff\xe1', lengthOf(jpeg), jpeg, jpeg.subarray(2))
const film = bytes('\0\0\0\x18ftypmp42'.padEnd(65_536, '\xff\x00'))
const page = (end: string) => bytes(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n${end}`)
const filler = '%'.repeat(1024)
const animation = join('\0\0\0\x08acTL', Buffer.alloc(12))

function lengthOf(segment: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(segment.length + 2)
  return length
}

test.each([
  ['a PDF', pdf, 'pdf'],
  ['a PDF with as much after its end as readers search', page(`%%EOF\n${filler}`), 'pdf'],
  ['a PDF that was updated', page('%%EOF\n2 0 obj\n<<>>\nendobj\n%%EOF\n'), 'pdf'],
  ['a PDF padded with zero bytes', join(pdf, Buffer.alloc(40_960)), 'pdf'],
  ['a PDF padded with blanks and line breaks', join(pdf, ' \r\n'.repeat(5000)), 'pdf'],
  ['a PDF behind line breaks', join('\r\n\n \t', pdf), 'pdf'],
  ['a PDF behind a byte order mark', join('\xef\xbb\xbf', pdf), 'pdf'],
  ['a PDF behind both', join('\xef\xbb\xbf\r\n', pdf), 'pdf'],
  ['a PNG', png, 'png'],
  ['a PNG with text after its end', join(png, 'more'), 'png'],
  ['a PNG with a film after its end', join(png, film), 'png'],
  [
    'a PNG with the chunk of an animation after its picture',
    join(png.subarray(0, -12), animation, png.subarray(-12)),
    'png',
  ],
  ['a JPEG', jpeg, 'jpeg'],
  ['a JPEG in several scans', progressive, 'jpeg'],
  ['a JPEG with a thumbnail', photo, 'jpeg'],
  ['a JPEG with a film after its end', join(jpeg, film), 'jpeg'],
  ['a JPEG with other pictures after its end', join(jpeg, jpeg, jpeg.subarray(0, 99)), 'jpeg'],
])('%s is recognised', async (_name, content, kind) => {
  expect(await kindOf(content)).toEqual({ ok: true, kind })
})

// ASVS 1.3.4, 5.2.2
test.each([
  ['nothing', Buffer.alloc(0), 'wrong_kind'],
  ['a web page', bytes('<!doctype html><script>alert(1)</script>'), 'wrong_kind'],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'wrong_kind'],
  ['a program', bytes('MZ'.padEnd(500, '\0')), 'wrong_kind'],
  ['a program for Linux', bytes('\x7fELF'.padEnd(500, '\0')), 'wrong_kind'],
  ['an archive', bytes('PK\x03\x04'.padEnd(500, '\0')), 'wrong_kind'],
  ['a GIF', bytes('GIF89a\x01\x00\x01\x00'), 'wrong_kind'],
  ['a WebP', await drawn().webp().toBuffer(), 'wrong_kind'],
  ['a PDF behind more than readers search', join('\n'.repeat(1024), pdf), 'wrong_kind'],
  ['a PDF behind a web page', join('<script>alert(1)</script>', pdf), 'prefixed'],
  ['a PDF behind the head of an archive', join('PK\x03\x04', pdf), 'prefixed'],
  ['a PDF without an end', page(''), 'cut_off'],
  ['a PDF without an end, padded', join(page(''), Buffer.alloc(9000)), 'cut_off'],
  ['a PDF with more after its end than readers search', page(`%%EOF\n${filler}%`), 'cut_off'],
  ['a PDF whose update is cut off', page('%%EOF\n% a line\n2 10 obj\n<<>>'), 'cut_off'],
  ['an animated PNG', join(png.subarray(0, 33), animation, png.subarray(33)), 'animated'],
  ['half a PNG', png.subarray(0, -1), 'cut_off'],
  ['half a PNG with the end of another', join(png.subarray(0, 60), png.subarray(-12)), 'cut_off'],
  ['half a JPEG', jpeg.subarray(0, -1), 'cut_off'],
  ['half a JPEG in several scans', progressive.subarray(0, -2), 'cut_off'],
  ['a JPEG of which only the thumbnail arrived', photo.subarray(0, jpeg.length + 50), 'cut_off'],
])('%s is refused', async (_name, content, reason) => {
  expect(await kindOf(content)).toEqual({ ok: false, reason })
})

test.each([1, 7, 1000])('an encryption that pieces of %i bytes part is found', (size) => {
  const finder = new KindFinder()
  const content = page('trailer <</Encrypt 1 0 R>>\n%%EOF')
  for (let at = 0; at < content.length; at += size) finder.take(content.subarray(at, at + size))
  expect(finder.isEncrypted).toBe(true)
})

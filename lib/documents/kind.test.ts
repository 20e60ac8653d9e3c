import { expect, test } from 'vitest'
import { findKind, headBytes, tailBytes } from './kind'

function kindOf(content: Buffer) {
  return findKind(content.subarray(0, headBytes), content.subarray(-tailBytes))
}

const bytes = (text: string) => Buffer.from(text, 'latin1')
const pdf = bytes('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000049454e44ae426082',
  'hex',
)
const picture = bytes('\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01')
const page = (end: string) => bytes(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n${end}`)
const filler = '%'.repeat(1024)

test.each([
  ['a PDF', pdf, 'pdf'],
  ['a PDF with as much after its end as readers search', page(`%%EOF\n${filler}`), 'pdf'],
  ['a PDF that was updated', page('%%EOF\n2 0 obj\n<<>>\nendobj\n%%EOF\n'), 'pdf'],
  ['a PNG', png, 'png'],
  ['a PNG with text after its end', Buffer.concat([png, bytes('more')]), 'png'],
  ['a JPEG', Buffer.concat([picture, bytes('\xff\xd9')]), 'jpeg'],
  ['a JPEG with data after its end', Buffer.concat([picture, bytes('\xff\xd9more')]), 'jpeg'],
])('%s is recognised', async (_name, content, kind) => {
  expect(await kindOf(content)).toEqual({ ok: true, kind })
})

test.each([
  ['nothing', Buffer.alloc(0), 'wrong_kind'],
  ['a GIF', bytes('GIF89a\x01\x00\x01\x00'), 'wrong_kind'],
  ['a PDF behind something else', Buffer.concat([bytes('\n'), pdf]), 'wrong_kind'],
  ['a PDF behind the mark of UTF-8', Buffer.concat([bytes('\xef\xbb\xbf'), pdf]), 'wrong_kind'],
  ['a PDF without an end', page(''), 'cut_off'],
  ['a PDF with more after its end than readers search', page(`%%EOF\n${filler}%`), 'cut_off'],
  ['a PDF whose update is cut off', page('%%EOF\n% a line\n2 10 obj\n<<>>'), 'cut_off'],
  ['half a PNG', png.subarray(0, -1), 'cut_off'],
  ['half a JPEG', Buffer.concat([picture, bytes('\xff')]), 'cut_off'],
])('%s is refused', async (_name, content, reason) => {
  expect(await kindOf(content)).toEqual({ ok: false, reason })
})

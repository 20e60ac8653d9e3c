import { crc32, deflateSync } from 'node:zlib'

/** A4, in points. */
const page = { width: 595, height: 842 }
const card = { width: 320, height: 200 }

/** A one-page PDF (ISO 32000-1) with a title and lines of text, in the characters of WinAnsiEncoding. */
export function makePdf(title: string, lines: string[]): Buffer {
  const text = [
    `BT /F1 20 Tf 60 760 Td (${escapeText(title)}) Tj ET`,
    'BT /F1 11 Tf 60 720 Td 16 TL',
    ...lines.map((line) => `(${escapeText(line)}) Tj T*`),
    'ET',
    '0.6 G 60 745 m 535 745 l S',
  ].join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>`
  return Buffer.from(`${file}${end}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1')
}

/** A PNG that looks like an identity card: a portrait and lines that no one can read. */
export function makeCard(shade: number): Buffer {
  const rows = Array.from({ length: card.height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: card.width }, (_, x) => pixelAt(x, y, shade)).flat()]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(card.width, 0)
  header.writeUInt32BE(card.height, 4)
  // Eight bits each of red, green and blue.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pixelAt(x: number, y: number, shade: number): number[] {
  const head = (x - 70) ** 2 + (y - 85) ** 2 < 26 ** 2
  const shoulders = (x - 70) ** 2 + ((y - 165) * 1.2) ** 2 < 44 ** 2 && y < 155
  if (head || shoulders) return [92, 84, 90]
  if (x > 20 && x < 120 && y > 45 && y < 155) return [222, 226, 232]
  if (y < 30) return [40, 70 + shade, 120]
  const line = x > 140 && x < 300 - ((y * 7) % 60) && y > 50 && y < 150 && y % 20 < 6
  return line ? [120, 128, 140] : [236 - (y >> 4), 240, 232 + (shade >> 4)]
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length, 0)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}

function escapeText(text: string): string {
  // WinAnsiEncoding differs from Latin-1 in a few characters, of which our texts have this one.
  return text.replaceAll('’', '\x92').replace(/[\\()]/g, '\\$&')
}

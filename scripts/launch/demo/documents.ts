import sharp from 'sharp'

/** A one-page PDF (ISO 32000-1) with a title and lines of text, in the characters of WinAnsiEncoding. */
export function makePdf(title: string, lines: string[]): Buffer {
  const text = [
    `BT /F1 20 Tf 60 760 Td (${escapeText(title)}) Tj ET`,
    'BT /F1 11 Tf 60 720 Td 16 TL',
    ...lines.map((line) => `(${escapeText(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
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
export function makeCard(hue: number): Promise<Buffer> {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
    <rect width="320" height="200" fill="#ecf0e8"/><rect width="320" height="30" fill="hsl(${hue},50%,32%)"/>
    <rect x="20" y="45" width="100" height="110" fill="#dee2e8"/><circle cx="70" cy="85" r="26" fill="#5c545a"/>
    <path d="M28 155a42 36 0 0 1 84 0z" fill="#5c545a"/>
    <path d="M140 63h130M140 83h110M140 103h140M140 123h90M140 143h120" stroke="#78808c" stroke-width="6"/></svg>`
  return sharp(Buffer.from(card)).png().toBuffer()
}

function escapeText(text: string): string {
  // WinAnsiEncoding differs from Latin-1 in a few characters, of which our texts have this one.
  return text.replaceAll('’', '\x92').replace(/[\\()]/g, '\\$&')
}

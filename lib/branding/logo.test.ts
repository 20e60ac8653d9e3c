import sharp from 'sharp'
import { expect, test } from 'vitest'
import { succeed } from '@/lib/result'
import { readLogo } from './logo'

const red = { r: 200, g: 20, b: 20, alpha: 1 }

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: red } })
}

/** A chunk of a PNG; its checksum is not looked at before it is decoded. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

const png = () => picture(600, 200).png().toBuffer()

test.each([
  ['a PNG', png],
  ['a WebP', () => picture(600, 200).webp().toBuffer()],
  [
    'a WebP with data after its end',
    async () => Buffer.concat([await picture(600, 200).webp().toBuffer(), Buffer.alloc(9000)]),
  ],
])('%s is encoded again, as a PNG of at most 512 px', async (_what, make) => {
  const read = await succeed(readLogo(await make()))
  expect(await sharp(read).metadata()).toMatchObject({ format: 'png', width: 512, height: 171 })
})

// ASVS 5.2.2
test('nothing but its pixels is kept: no metadata, and nothing after the end', async () => {
  const tagged = await picture(20, 20)
    .withExif({ IFD0: { Copyright: 'smuggled' } })
    .png()
    .toBuffer()
  const read = await readLogo(Buffer.concat([tagged, Buffer.from('<script>smuggled</script>')]))
  expect(read.ok && read.value.toString('latin1')).not.toContain('smuggled')
  expect(read.ok && read.value.length).toBeGreaterThan(50)
})

const wrong: [string, string, () => Promise<Buffer> | Buffer][] = [
  ['of more than 512 KiB', 'logo_large', () => Buffer.alloc(512 * 1024 + 1)],
  ['that is a JPEG', 'logo_kind', () => picture(9, 9).jpeg().toBuffer()],
  ['that is an SVG', 'logo_kind', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['that is text', 'logo_kind', () => Buffer.from('GIF89a or whatever')],
  ['that is empty', 'logo_kind', () => Buffer.alloc(0)],
  ['wider than 4,096 px', 'logo_pixels', () => picture(4097, 1).png().toBuffer()],
  ['higher than 4,096 px', 'logo_pixels', () => picture(1, 4097).webp().toBuffer()],
  [
    'that claims to be enormous',
    'logo_pixels',
    async () => {
      const bytes = await png()
      bytes.writeUInt32BE(2_000_000, 16)
      return bytes
    },
  ],
  ['that is cut off', 'logo_broken', async () => (await png()).subarray(0, 300)],
  [
    'that is a WebP cut off',
    'logo_broken',
    async () => (await picture(600, 200).webp().toBuffer()).subarray(0, -9),
  ],
  [
    'of which only the first bytes are right',
    'logo_broken',
    async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.alloc(99)]),
  ],
  [
    'that is an animated PNG',
    'logo_animated',
    async () => {
      const bytes = await png()
      return Buffer.concat([bytes.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), bytes.subarray(33)])
    },
  ],
  [
    'that is an animated WebP',
    'logo_animated',
    async () => {
      const frames = await Promise.all(
        [red, { ...red, g: 200 }].map((background) =>
          sharp({ create: { width: 9, height: 9, channels: 4, background } })
            .png()
            .toBuffer(),
        ),
      )
      return sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer()
    },
  ],
]

// ASVS 5.2.1
test.each(wrong)('a file %s is refused: %s', async (_what, reason, make) => {
  expect(await readLogo(await make())).toEqual({ ok: false, reason })
})

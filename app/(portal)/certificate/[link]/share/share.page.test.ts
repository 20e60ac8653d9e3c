import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { shareCertificate } from '@/lib/certificates/certificate'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { addReport } from '@/test/rehearsals'
import { createShop } from '@/test/team'
import { drawShareImage, lettersOf, writeIn } from './picture'
import { GET } from './route'

const { owner: sql } = withOwnDatabase()
const letters = lettersOf(readFileSync('node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf'))
const branding = { productName: 'Guichet', accentColour: '#0b6658', saved: false }

afterEach(() => void vi.restoreAllMocks())

test('an owner’s link has a picture, and no other has', async () => {
  const owner = await createDeveloper({}, sql)
  const id = await createShop(owner, { name: 'Till' })
  await addReport((...given) => sql.query(...given), { submissionId: null, applicationId: id })
  const get = (link: string) => GET(new Request('http://localhost'), { params: Promise.resolve({ link }) })
  expect((await get('x'.repeat(43))).status).toBe(404)
  const link = (await succeed(executeAs(owner, shareCertificate, { target: id }))).split('/').at(-1) ?? ''
  const response = await get(link)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test('no letter makes it call another server', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
  for (const name of ['Market 🛒', 'متجر', '市場', 'A'.repeat(60), '']) {
    const response = await drawShareImage({ name, did: 'Go-live rehearsal passed', cases: 9, branding })
    expect((await response.arrayBuffer()).byteLength, name).toBeGreaterThan(5000)
  }
  expect(fetched).not.toHaveBeenCalled()
})

test.each(['Côté Œuvre – 12 €', 'Ọjà Wallet', 'Caisse n° 1'])(
  '%s is written, as the font has its letters',
  (name) => {
    expect(writeIn(letters, name)).toBe(name)
  },
)

test.each(['A🛒市', 'محفظة', 'Ƙasuwa', 'Ẽyɛ Pay', 'a\u0331'])(
  'in place of %s, of which the font lacks a letter, is the name of the product',
  async (name) => {
    const draw = async (given: string) => {
      const response = await drawShareImage({ name: given, did: 'Approved', cases: 0, branding })
      return Buffer.from(await response.arrayBuffer())
    }
    expect(writeIn(letters, name)).toBe('')
    expect((await draw(name)).equals(await draw(''))).toBe(true)
    expect((await draw(name)).equals(await draw('Till'))).toBe(false)
  },
)

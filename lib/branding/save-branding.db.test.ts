import sharp from 'sharp'
import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { readAudit } from '@/test/validation'
import { lastBranding } from './last-read'
import { findBranding, findLogo } from './queries'
import { saveBranding } from './save-branding'
import { brandingSchema, guichetBranding } from './schema'

const own = withOwnDatabase()
const { owner: sql } = own

const form = { productName: 'Teranga Pay', operatorName: 'Teranga Télécom', accentColour: '#7a1fa2' }
const save = (by: Developer<'administrator'>, change: object = {}, logo: Buffer | null = null) =>
  executeAs(by, saveBranding, { input: { ...brandingSchema.parse({ ...form, ...change }), logo } })
const picture = (width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()

test('it is Guichet’s until one is saved; saving it is recorded, and shows from the next read', async () => {
  expect(await findBranding()).toEqual(guichetBranding)
  const administrator = await createDeveloper({ role: 'administrator' })
  expect(await save(administrator)).toMatchObject({ ok: true })
  expect(await findBranding()).toMatchObject({ ...form, saved: true, logoHash: null })
  expect(lastBranding()).toMatchObject(form)
  expect(await readAudit(sql, 'branding')).toEqual(['branding.saved'])
})

test('a logo stays until it is replaced or removed, and its hash changes with it', async () => {
  const administrator = await createDeveloper({ role: 'administrator' })
  const hashes = []
  for (const logo of [await picture(40), null, await picture(50)]) {
    await save(administrator, {}, logo)
    hashes.push((await findLogo())?.hash)
  }
  expect(hashes[1]).toBe(hashes[0])
  expect(hashes[2]).not.toBe(hashes[0])
  await save(administrator, { removeLogo: 'on' })
  expect(await findLogo()).toBeNull()
})

test('a refused logo changes nothing', async () => {
  const administrator = await createDeveloper({ role: 'administrator' })
  const before = await findBranding()
  const text = Buffer.from('not a picture')
  expect(await save(administrator, { productName: 'Other' }, text)).toMatchObject({
    reason: 'logo_kind',
  })
  expect(await findBranding()).toEqual(before)
})

test('ten at the same time leave one row', async () => {
  const administrator = await createDeveloper({ role: 'administrator' })
  const names = Array.from({ length: 10 }, (_, index) => `Pay ${index}`)
  await Promise.all(names.map((productName) => save(administrator, { productName })))
  expect(await database().branding.count()).toBe(1)
  expect(names).toContain((await findBranding()).productName)
})

test.each([
  [`UPDATE branding SET product_name = ''`, 'branding_product_name_check'],
  [`UPDATE branding SET product_name = E'a\\r\\nBcc: b'`, 'branding_one_line'],
  [`UPDATE branding SET accent_colour = 'red'`, 'branding_accent_colour_check'],
  [`UPDATE branding SET terms_url = 'javascript:alert(1)'`, 'branding_urls_check'],
  [`UPDATE branding SET privacy_url = '//evil.example'`, 'branding_urls_check'],
  [`UPDATE branding SET logo = '\\x00', logo_hash = NULL`, 'branding_logo_check'],
  [
    `INSERT INTO branding (id, product_name, accent_colour, updated_at) VALUES (false, 'a', '#000000', now())`,
    'branding_one_row',
  ],
])('the database refuses %s', async (statement, constraint) => {
  await expect(sql.query(statement)).rejects.toThrow(constraint)
})

test('the worker reads it, and cannot change it; gateways do neither', async () => {
  await own.connectAs('worker')
  expect((await findBranding()).saved).toBe(true)
  await expect(database().branding.deleteMany()).rejects.toThrow(/permission denied/)
  await own.connectAs('gateway')
  await expect(findBranding()).rejects.toThrow(/permission denied/)
  await own.connectAs('portal')
})

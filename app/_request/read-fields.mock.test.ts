import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { accessKeySchema } from '@/lib/access-keys/access-key'
import { brandingSchema } from '@/lib/branding/schema'
import { codeSchema, emailAddressSchema } from '@/lib/identity/schema'
import { limitSchema } from '@/lib/limits/schema'
import { networksSchema } from '@/lib/networks/schema'
import { organisationSchema } from '@/lib/organisations/schema'
import { limitRequestSchema } from '@/lib/quota-requests/schema'
import { testAccountSchema } from '@/lib/sandbox/schema'
import { termsSchema } from '@/lib/terms/schema'
import { requirementSchema } from '@/lib/validation/schema'
import { lookUpSchema, uploadOptionsSchema } from '@/lib/wallet/schema'
import { newEndpointSchema } from '@/lib/webhooks/schema'
import { formOf } from '@/test/forms'
import { organisationFields } from '@/test/organisation-fields'
import { parseFields, submittedValues } from './action'

const language = vi.hoisted(() => ({ locale: 'en' }))

vi.mock('next-intl/server', () => ({
  getLocale: async () => language.locale,
  getTranslations: async (namespace?: string) =>
    Object.assign((key: string) => (namespace ? `${namespace}.${key}` : key), { has: () => true }),
}))

beforeEach(() => {
  language.locale = 'en'
})

const account = { msisdn: '221760000305', type: 'customer', status: 'active', currency: 'XOF', balance: '1' }
const branding = { productName: 'Guichet' }
const requirement = { nameEn: 'A', nameFr: 'A', pdf: 'on' }
const accessKey = { keyName: 'A' }

const none = async () => ({})

/** Reads one field of a form whose other fields are right. */
async function post(schema: z.ZodType, field: string, typed: string, others: object, locale = 'en') {
  language.locale = locale
  const form = formOf({ ...others, [field]: typed })
  const parsed = await parseFields(form, schema, 'form', none)
  const shown = submittedValues(form)[field]
  if ('wrong' in parsed) return { errors: parsed.wrong.errors, shown }
  return { read: (parsed.data as Record<string, unknown>)[field], shown }
}

test.each([
  ['msisdn', testAccountSchema, account, '\u202a+221 76 000 03 05\u202c', '221760000305'],
  ['msisdn', lookUpSchema, {}, '221 76\u202f000 03 07\u200b', '221760000307'],
  ['currency', testAccountSchema, account, '\u2066xof\u2069\u00a0', 'XOF'],
  ['balance', testAccountSchema, { ...account, currency: 'MAD' }, '1,250.50 MAD', '1250.50'],
  ['frozenBalance', testAccountSchema, { ...account, currency: '\u200bxof ' }, '1,250', '1250'],
  ['faultCalls', testAccountSchema, { ...account, delayMs: '500' }, '6,000', 6000],
  ['faultSeconds', testAccountSchema, { ...account, delayMs: '500' }, '6 000', 6000],
  ['callsPerMinute', limitRequestSchema, { reason: 'More shops' }, '6,000', 6000],
  ['callsPerMinute', limitSchema, {}, '\u202a6\u202f000\u202c', 6000],
  ['days', accessKeySchema, accessKey, ' 3 0\u200b', 30],
  ['maxMegabytes', requirementSchema, requirement, '2.5\u00a0', 2.5],
  ['allowRemovals', uploadOptionsSchema, { environment: 'sandbox', complete: 'on' }, '6,000', 6000],
  [
    'asOf',
    uploadOptionsSchema,
    { environment: 'sandbox' },
    '\ufeff2026-11-01T10:00:00Z',
    '2026-11-01T10:00:00.000000Z',
  ],
  ['email', emailAddressSchema, {}, '\u2068awa@\u200bexample.com\u2069', 'awa@example.com'],
  ['code', codeSchema, {}, '\u200e123\u202f456', '123456'],
  ['supportEmail', brandingSchema, branding, '\u200bhelp@example.com', 'help@example.com'],
  ['accentColour', brandingSchema, branding, '#0b6658\u200b', '#0b6658'],
  ['termsUrl', brandingSchema, branding, '\u202ahttps://example.com/terms', 'https://example.com/terms'],
  [
    'privacyUrl',
    brandingSchema,
    branding,
    'https://example.com/\u00adprivacy',
    'https://example.com/privacy',
  ],
  ['imprintUrl', brandingSchema, branding, '\u3000/imprint\u200b', '/imprint'],
  [
    'url',
    newEndpointSchema,
    { 'secret.rotated': 'on' },
    '\ufeffhttps://example.com/hooks\u00a0',
    'https://example.com/hooks',
  ],
  ['website', organisationSchema, organisationFields(), 'example.com\u200b', 'https://example.com'],
  ['registrationNumber', organisationSchema, organisationFields(), 'SN\u00adDKR\u202f1\u200b', 'SNDKR 1'],
  ['taxNumber', organisationSchema, organisationFields(), '\u202a0042\u202c', '0042'],
  [
    'networks',
    networksSchema,
    {},
    '203.0.113.7\u200b\n\ufeff2001:db8::/32',
    ['203.0.113.7/32', '2001:db8::/32'],
  ],
  [
    'effectiveFrom',
    termsSchema,
    { textEn: 'A', textFr: 'A' },
    '2027-01-01\u200e ',
    new Date('2027-01-01T00:00:00Z'),
  ],
] as const)('%s is read without what cannot be seen', async (field, schema, others, typed, expected) => {
  expect(await post(schema, field, typed, others)).toEqual({
    read: expected,
    shown: field === 'code' ? undefined : typed,
  })
})

test.each([
  ['balance', testAccountSchema, { ...account, currency: 'MAD' }, '1 250,50', '1250.50'],
  ['balance', testAccountSchema, account, '1\u202f250\u202f000 XOF', '1250000'],
  ['maxMegabytes', requirementSchema, requirement, '2,5', 2.5],
] as const)('%s is read as French writes it', async (field, schema, others, typed, expected) => {
  expect(await post(schema, field, typed, others, 'fr')).toMatchObject({ read: expected })
})

test.each([
  ['msisdn', testAccountSchema, account, '00221760000310', 'zeros'],
  ['msisdn', lookUpSchema, {}, '٢٢١٧٦٠٠٠٠٣٠٥', 'foreign_digit'],
  ['balance', testAccountSchema, { ...account, currency: 'TND' }, '1,250', 'separators'],
  ['callsPerMinute', limitSchema, {}, '6,00', 'whole_separators'],
  ['faultCalls', testAccountSchema, { ...account, delayMs: '500' }, '6.000', 'whole_separators'],
  ['url', newEndpointSchema, { 'secret.rotated': 'on' }, 'https://example.com/my hooks', 'blank'],
] as const)('%s is refused by name', async (field, schema, others, typed, reason) => {
  expect(await post(schema, field, typed, others)).toEqual({
    shown: typed,
    errors: { [field]: `common.input.${reason}` },
  })
})

test('texts in words, passwords and what no field is called stay as they were typed', async () => {
  const schema = z.object({ name: z.string(), password: z.string(), toString: z.string() })
  const typed = { name: ' a\u200bb ', password: ' p\u200b w ', toString: ' 1\u200b' }
  expect(await parseFields(formOf(typed), schema, 'form', none)).toEqual({ data: typed })
})

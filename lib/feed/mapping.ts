import { z } from 'zod'
import { accountStatuses, accountTypes } from '@/lib/wallet/account-record'
import { currencyDecimals } from '@/lib/wallet/currency'

const column = z.string().min(1).max(128)
const scale = z.number().int().min(0).max(30)

/**
 * Minor units have as many decimals as the currency, or `scale`; without them, `scale` is that of Base64 without a
 * schema.
 */
const amount = z.strictObject({ column, minorUnits: z.boolean().default(false), scale: scale.optional() })

const words = (allowed: readonly string[]) =>
  z.strictObject({
    column,
    values: z.record(z.string(), z.enum(allowed as [string, ...string[]])).optional(),
  })

const currency = z.union([
  z.strictObject({ column }),
  z.strictObject({
    constant: z.string().refine((code) => currencyDecimals.has(code), 'is not a currency of ISO 4217'),
  }),
])

const asOf = z
  .strictObject({
    column,
    unit: z.enum(['s', 'ms', 'us', 'ns', 'text']),
    zone: z.string().refine(isZone, 'is not a time zone').optional(),
  })
  .refine(({ unit, zone }) => unit !== 'text' || zone !== undefined, {
    path: ['zone'],
    message: 'is needed for text, which may come without an offset',
  })

const table = z
  .strictObject({
    msisdn: z.union([
      column.transform((name) => ({ column: name, prepend: '' })),
      z.strictObject({
        column,
        prepend: z
          .string()
          .regex(/^\d{1,6}$/)
          .default(''),
      }),
    ]),
    balance: amount.optional(),
    frozenBalance: amount.optional(),
    currency: currency.optional(),
    type: words(accountTypes).optional(),
    status: words(accountStatuses).optional(),
    asOf,
    removeOnDelete: z.boolean().default(false),
  })
  .refine(({ balance, frozenBalance, currency }) => currency || !(balance || frozenBalance), {
    path: ['currency'],
    message: 'is needed with balance and frozenBalance',
  })
  .refine(({ balance, frozenBalance, type, status }) => balance || frozenBalance || type || status, {
    message: 'must name a column of an amount, a type or a status',
  })

const mapping = z.strictObject({ tables: z.record(z.string().regex(/^[^.]+\.[^.]+$/), table) })

export type FeedMapping = z.output<typeof mapping>
export type TableMapping = z.output<typeof table>

/** Parses the file of FEED_MAPPING. @returns the mapping, or a sentence that names what is wrong */
export function parseMapping(text: string): FeedMapping | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  const parsed = mapping.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `${issue?.path.map(String).join(' → ')}: ${issue?.message}`
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SettingsError } from '@/lib/env'
import { accountStatuses, accountTypes, currencyDecimals } from '@/lib/wallet/account-record'

const column = z.string().min(1).max(128)
const scale = z.number().int().min(0).max(30)

/**
 * Minor units have as many decimals as the currency, or `scale`; without them, `scale` is that of Base64 without a
 * schema.
 */
const amount = z.strictObject({ column, minorUnits: z.boolean().default(false), scale: scale.optional() })

const words = (allowed: readonly string[]) => {
  const word = z.enum(allowed as [string, ...string[]])
  return z.union([
    z.strictObject({ column, values: z.record(z.string(), word).optional() }),
    z.strictObject({ constant: word }),
  ])
}

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
  .superRefine((given, context) => {
    const needs = (name: keyof typeof given, ...needed: (keyof typeof given)[]) => {
      for (const other of needed)
        if (given[name] !== undefined && given[other] === undefined)
          context.addIssue({ code: 'custom', path: [other], message: `is needed with ${name}` })
    }
    needs('type', 'status')
    needs('status', 'type')
    needs('frozenBalance', 'balance', 'currency')
    needs('balance', 'currency')
    if (!given.balance && !given.type && !given.frozenBalance && !given.status)
      context.addIssue({ code: 'custom', message: 'must name a balance, or a type and a status' })
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
  const { path, message } = innermost(parsed.error.issues[0] as z.core.$ZodIssue)
  return `${path.map(String).join(' → ')}: ${message}`
}

/** Of what may be one of several, the issue of the one that was meant: that with the fewest. */
function innermost(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return issue
  const [meant] = issue.errors.toSorted((a, b) => a.length - b.length)
  const inner = meant?.[0] ? innermost(meant[0]) : issue
  return { path: [...issue.path, ...inner.path], message: inner.message }
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Reads the file of FEED_MAPPING; null without one. @throws SettingsError that names what is wrong in it */
export function readMapping(path: string | undefined): FeedMapping | null {
  if (!path) return null
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsError(
      `FEED_MAPPING: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  const mapping = parseMapping(text)
  if (typeof mapping !== 'string') return mapping
  throw new SettingsError(`FEED_MAPPING: ${path}: ${mapping}.`)
}

import { z } from 'zod'
import { currencyDecimals, parseAmount } from '@/lib/wallet/account-record'
import { parseMsisdn, reservedMsisdn } from '@/lib/wallet/msisdn'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'

/** The errors that a test account can simulate: codes of the account endpoint's problems. */
export const simulatedErrors = ['unavailable', 'quota_exceeded', 'invalid_token'] as const

/** Maximum test accounts per application. The database has the same limit. */
export const testAccountLimit = 100

/** A fixture of {@link testAccountLimit} accounts takes about 20 KB. */
export const fixtureBytes = 64 * 1024

export const maxDelayMs = 5000

/** The longest that a fault with an end may last: in calls and in seconds. */
export const maxFault = { calls: 1_000_000, seconds: 86_400 } as const

const documented = new Set(sandboxAccounts.map(({ msisdn }) => msisdn))

const msisdn = z
  .string('msisdn')
  .transform((text) => parseMsisdn(text.trim()) ?? '')
  .pipe(
    z
      .string()
      .min(1, 'msisdn')
      .refine((digits) => digits !== reservedMsisdn, 'msisdn_reserved')
      .refine((digits) => !documented.has(digits), 'msisdn_shared'),
  )

/** A number, which a form sends as text. Lists and booleans, which a fixture may have, would pass for one. */
function numeric(message: string) {
  return z
    .unknown()
    .refine((value) => !Array.isArray(value) && typeof value !== 'boolean', { error: message, abort: true })
    .pipe(z.coerce.number(message))
}

/** An optional whole number. */
function countUpTo(max: number, message: string) {
  return z
    .union(
      [
        z.literal('').transform(() => null),
        z.null(),
        numeric(message).refine((count) => Number.isInteger(count) && count >= 1 && count <= max, message),
      ],
      message,
    )
    .default(null)
}

const values = z.object({
  type: z.enum(['customer', 'retailer'], 'type'),
  status: z.enum(['active', 'suspended', 'barred'], 'status'),
  currency: z
    .string('currency')
    .transform((code) => code.trim().toUpperCase())
    .pipe(z.string().refine((code) => currencyDecimals.has(code), 'currency')),
  balance: z.string('amount'),
  frozenBalance: z.string('amount').default('0'),
  delayMs: numeric('delay')
    .refine((delay) => Number.isInteger(delay) && delay >= 0 && delay <= maxDelayMs, 'delay')
    .default(0),
  error: z
    .union([z.enum(simulatedErrors), z.literal('').transform(() => null), z.null()], 'error')
    .default(null),
  faultCalls: countUpTo(maxFault.calls, 'calls'),
  faultSeconds: countUpTo(maxFault.seconds, 'for'),
})

/** The number of a test account that there may be. */
export const knownMsisdn = z.string().regex(/^[1-9]\d{5,14}$/, 'no_account')

/**
 * The editable fields of the test account with this number: amounts become text with exactly the currency's decimals
 * (ISO 4217), never a number. A delay or an error is a fault; it ends after `faultCalls` or `faultSeconds`, or with
 * neither by itself never. Issues are keys of messages.
 */
export const testAccountChangeSchema = values.extend({ msisdn: knownMsisdn }).transform(withExactAmounts)

/** A test account with its number: digits in international form, neither reserved nor a shared account's. */
export const testAccountSchema = values.extend({ msisdn }).transform(withExactAmounts)

/** A test account as written in a fixture. */
export type TestAccount = z.output<typeof testAccountSchema>

/** The errors of a test account: keys of messages. */
export type TestAccountIssue =
  | 'msisdn'
  | 'msisdn_reserved'
  | 'msisdn_shared'
  | 'msisdn_differs'
  | 'type'
  | 'status'
  | 'currency'
  | 'units'
  | 'amount'
  | 'frozen'
  | 'delay'
  | 'error'
  | 'kind'
  | 'calls'
  | 'for'
  | 'fault_end'
  | 'object'
  | 'unknown'
  | 'twice'

function withExactAmounts<Input extends z.output<typeof values>>(
  input: Input,
  context: z.RefinementCtx,
): Input {
  const decimals = currencyDecimals.get(input.currency) ?? 0
  const exact = { ...input }
  for (const field of ['balance', 'frozenBalance'] as const) {
    const amount = parseAmount(input[field].trim(), decimals)
    const fault =
      amount === null || isMinusZero(amount) ? 'amount' : isNegativeFrozen(field, amount) ? 'frozen' : null
    if (fault) context.addIssue({ code: 'custom', path: [field], message: fault })
    else exact[field] = amount as string
  }
  if (input.faultCalls !== null && input.faultSeconds !== null)
    context.addIssue({ code: 'custom', path: ['faultSeconds'], message: 'fault_end' })
  // Nothing ends where there is no fault.
  if (input.delayMs === 0 && input.error === null) return { ...exact, faultCalls: null, faultSeconds: null }
  return exact
}

/** The database would not keep the sign. */
function isMinusZero(amount: string): boolean {
  return /^-[0.]+$/.test(amount)
}

function isNegativeFrozen(field: 'balance' | 'frozenBalance', amount: string): boolean {
  return field === 'frozenBalance' && amount.startsWith('-')
}

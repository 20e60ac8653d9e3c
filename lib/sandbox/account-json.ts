import { z } from 'zod'
import { accountMessages } from '@/lib/error-codes'
import { ExactNumber, formatPath } from '@/lib/exact-json'
import { done } from '@/lib/result'
import { parseMsisdn } from '@/lib/wallet/msisdn'
import { type TestAccount, type TestAccountIssue, testAccountSchema } from './schema'

/** An error, and its place in the JSON text. */
export type AccountFault = { path: PropertyKey[]; message: TestAccountIssue }

/** The value that was read, or all its errors. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; reason: AccountFault[] }

const strictly = {
  error: ({ code }: { code?: string }) => (code === 'unrecognized_keys' ? 'unknown' : 'object'),
}

const digits = (message: TestAccountIssue) => z.instanceof(ExactNumber, { error: message }).transform(String)

const amount = object({ value: digits('amount'), unit: z.string('currency').regex(/^[A-Z]{3}$/, 'currency') })

const whole = (message: TestAccountIssue) => digits(message).pipe(z.string().regex(/^[1-9]\d{0,8}$/, message))

/** Up to milliseconds. */
const seconds = digits('delay')
  .pipe(z.string().regex(/^\d(\.\d{1,3})?$/, 'delay'))
  .transform((text) => Math.round(Number(text) * 1000))
  .refine((delayMs) => delayMs > 0, 'delay')

const end = { calls: whole('calls').optional(), for: whole('for').optional() }

const fault = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('delay'), seconds, ...end }, strictly),
      z.strictObject(
        {
          kind: z.literal('error'),
          code: z.string('error').min(1, 'error'),
          seconds: seconds.optional(),
          ...end,
        },
        strictly,
      ),
    ],
    'kind',
  )
  .nullable()
  .default(null)

const shape = object({
  msisdn: z.string('msisdn').optional(),
  type: z.unknown().optional(),
  status: z.unknown().optional(),
  balance: amount,
  frozenBalance: amount,
  fault,
})

/** An {@link ExactNumber} has a property, but is no object of JSON. */
function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .unknown()
    .refine((json) => !(json instanceof ExactNumber), 'object')
    .pipe(z.strictObject(shape, strictly))
}

/** Where the rules' fields are in the JSON text. */
const places: Record<string, PropertyKey[]> = {
  currency: ['balance', 'unit'],
  balance: ['balance', 'value'],
  frozenBalance: ['frozenBalance', 'value'],
  delayMs: ['fault', 'seconds'],
  error: ['fault', 'code'],
  faultCalls: ['fault', 'calls'],
  faultSeconds: ['fault', 'for'],
}

/**
 * Reads a test account from JSON, `parseExactJson`'s: first its shape, then the rules that pages have too.
 * @param msisdn of the request, which the account's own must equal if it has one; without it the account must have one
 */
export function parseAccountJson(json: unknown, msisdn?: string): Read<TestAccount> {
  const shaped = shape.safeParse(json)
  if (!shaped.success) return refused(shaped.error.issues.map(toFault))
  const { balance, frozenBalance, fault, msisdn: given, ...rest } = shaped.data
  if (balance.unit !== frozenBalance.unit)
    return refused([{ path: ['frozenBalance', 'unit'], message: 'units' }])
  if (msisdn !== undefined && given !== undefined && parseMsisdn(given) !== msisdn)
    return refused([{ path: ['msisdn'], message: 'msisdn_differs' }])
  const account = testAccountSchema.safeParse({
    ...rest,
    msisdn: msisdn ?? given,
    currency: balance.unit,
    balance: balance.value,
    frozenBalance: frozenBalance.value,
    delayMs: fault?.seconds,
    error: fault?.kind === 'error' ? fault.code : null,
    faultCalls: fault?.calls ?? null,
    faultSeconds: fault?.for ?? null,
  })
  if (account.success) return done(account.data)
  return refused(
    account.error.issues.map((issue) => ({
      ...toFault(issue),
      path: places[String(issue.path[0])] ?? issue.path,
    })),
  )
}

/**
 * Errors for the caller, without the names that it chose; null where only the number is taken.
 * @param place of what was read in the request
 */
export function describeFaults(faults: AccountFault[], place: PropertyKey[]) {
  if (faults.every(({ message }) => message === 'msisdn_reserved' || message === 'msisdn_shared')) return null
  return faults.map(({ path, message }) => ({
    path: formatPath([...place, ...path]),
    message: accountMessages[message],
  }))
}

function refused(reason: AccountFault[]): { ok: false; reason: AccountFault[] } {
  return { ok: false, reason }
}

function toFault({ path, message }: z.core.$ZodIssue): AccountFault {
  return { path, message: message as TestAccountIssue }
}

/** The JSON text of a test account: amounts digit by digit, and of a fault what is left of it. */
export function renderAccountJson(account: TestAccount): string {
  const { msisdn, type, status, currency, balance, frozenBalance } = account
  const amount = (value: string) => `{"value":${value},"unit":"${currency}"}`
  return (
    `{"msisdn":"${msisdn}","type":"${type}","status":"${status}","balance":${amount(balance)},` +
    `"frozenBalance":${amount(frozenBalance)},"fault":${JSON.stringify(describeFault(account))}}`
  )
}

function describeFault({ delayMs, error, faultCalls, faultSeconds }: TestAccount): object | null {
  if (delayMs === 0 && error === null) return null
  return {
    ...(error === null ? { kind: 'delay' } : { kind: 'error', code: error }),
    ...(delayMs > 0 && { seconds: delayMs / 1000 }),
    ...(faultCalls !== null && { calls: faultCalls }),
    ...(faultSeconds !== null && { for: faultSeconds }),
  }
}

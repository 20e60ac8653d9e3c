import { z } from 'zod'
import { done, type Result, refused } from '@/lib/result'
import { type TestAccount, testAccountLimit, testAccountSchema } from './schema'

const envelope = z.object({
  // Before 0.3.0, files were named after the product.
  format: z.enum(['test-accounts', 'guichet-test-accounts']),
  version: z.literal(1),
  accounts: z.array(z.unknown()),
})

/** The wrong entry of a fixture, from 1, and the key of the message that explains it. */
export type FixtureFault = { entry: number; field: string; message: string }

/** Writes test accounts as a file to keep with a program's own tests. Amounts are text, so digits stay exact. */
export function writeFixture(accounts: TestAccount[]): string {
  return `${JSON.stringify({ format: 'test-accounts', version: 1, accounts }, null, 2)}\n`
}

/**
 * Reads a fixture, all of it or nothing.
 * @returns refused `not_a_fixture`, `too_many` (over {@link testAccountLimit}), `twice` (a number in two entries), or
 *   the first entry that is wrong
 */
export function readFixture(
  text: string,
): Result<TestAccount[], 'not_a_fixture' | 'too_many' | 'twice'> | { ok: false; reason: FixtureFault } {
  const parsed = envelope.safeParse(parseJson(text))
  if (!parsed.success) return refused('not_a_fixture')
  if (parsed.data.accounts.length > testAccountLimit) return refused('too_many')
  const accounts: TestAccount[] = []
  for (const [index, entry] of parsed.data.accounts.entries()) {
    const account = testAccountSchema.safeParse(entry)
    if (!account.success) return { ok: false, reason: describeFault(index, account.error) }
    accounts.push(account.data)
  }
  const different = new Set(accounts.map(({ msisdn }) => msisdn))
  return different.size === accounts.length ? done(accounts) : refused('twice')
}

function describeFault(index: number, error: z.ZodError): FixtureFault {
  const issue = error.issues[0]
  // An entry that is not an object has no field.
  const field = String(issue?.path[0] ?? '')
  return { entry: index + 1, field, message: field && issue ? issue.message : 'entry' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

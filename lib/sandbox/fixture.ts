import { z } from 'zod'
import { ExactNumber, parseExactJson } from '@/lib/exact-json'
import { done, refused } from '@/lib/result'
import { type AccountFault, parseAccountJson, type Read, renderAccountJson } from './account-json'
import { type TestAccount, type TestAccountIssue, testAccountLimit, testAccountSchema } from './schema'

const version = z
  .instanceof(ExactNumber)
  .transform(String)
  .pipe(z.enum(['1', '2']))
  .default('2')

const envelope = z.strictObject({
  // Before 0.3.0, files were named after the product.
  format: z.enum(['test-accounts', 'guichet-test-accounts']).optional(),
  version,
  accounts: z.array(z.unknown()),
})

/** The accounts, why it is not a fixture, or every error in its accounts: their index is first in the path. */
type ReadFixture = Read<TestAccount[]> | { ok: false; reason: 'not_a_fixture' | 'too_many' }

/** Writes test accounts as a file to keep with a program's own tests, and as the API does: a line for each. */
export function serializeFixture(accounts: TestAccount[]): string {
  return `{"format":"test-accounts","version":2,"accounts":[\n${accounts.map(renderAccountJson).join(',\n')}\n]}\n`
}

/** Reads a fixture from text, all of it or nothing; see {@link parseFixtureJson}. */
export function parseFixture(text: string): ReadFixture {
  try {
    return parseFixtureJson(parseExactJson(text))
  } catch {
    return refused('not_a_fixture')
  }
}

/**
 * Reads a fixture from JSON, `parseExactJson`'s. Of its two versions, the first has amounts as text, and no faults that
 * end by themselves.
 * @returns refused `too_many` over {@link testAccountLimit}
 */
export function parseFixtureJson(json: unknown): ReadFixture {
  const parsed = envelope.safeParse(json)
  if (!parsed.success) return refused('not_a_fixture')
  const { version, accounts: given } = parsed.data
  if (given.length > testAccountLimit) return refused('too_many')
  const accounts = new Map<string, TestAccount>()
  const faults: AccountFault[] = []
  for (const [index, entry] of given.entries()) {
    const read = version === '1' ? readFirstVersion(entry) : parseAccountJson(entry)
    if (!read.ok)
      faults.push(...read.reason.map(({ path, message }) => ({ path: [index, ...path], message })))
    else if (accounts.has(read.value.msisdn)) faults.push({ path: [index, 'msisdn'], message: 'twice' })
    else accounts.set(read.value.msisdn, read.value)
  }
  return faults.length > 0 ? { ok: false, reason: faults } : done([...accounts.values()])
}

function readFirstVersion(entry: unknown): Read<TestAccount> {
  const account = testAccountSchema.safeParse(entry)
  if (account.success) return done(account.data)
  const reason = account.error.issues.map(({ path, message }) => ({
    path,
    // An entry that is not an object has no field.
    message: path.length > 0 ? (message as TestAccountIssue) : 'object',
  }))
  return { ok: false, reason }
}

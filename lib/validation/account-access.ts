import type { Transaction } from '@/lib/database'
import { done, type Result, refused } from '@/lib/result'

/** Maximum accounts in a list. */
const maxAccounts = 20_000

/** The accounts that an application may read once approved: all, these msisdns, or (for a revision) no change. */
export type Access = 'all' | 'unchanged' | readonly bigint[]

/**
 * Parses msisdns, one per line or separated by commas, semicolons or spaces; a leading `+` is dropped.
 * @returns each once, or `none`, `too_many`, or `malformed` with the beginning of the first wrong `entry`
 */
export function readMsisdns(
  text: string,
): Result<bigint[], 'none' | 'too_many'> | { ok: false; reason: 'malformed'; entry: string } {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (parts.length === 0) return refused('none')
  if (parts.length > maxAccounts) return refused('too_many')
  const wrong = parts.find((part) => !/^\+?[1-9][0-9]{5,14}$/.test(part))
  if (wrong !== undefined) return { ok: false, reason: 'malformed', entry: wrong.slice(0, 40) }
  return done([...new Set(parts.map((part) => BigInt(part.replace('+', ''))))])
}

/** Sets the accounts that an application may read: all, or a list that replaces the previous one. */
export async function setAccess(
  transaction: Transaction,
  applicationId: string,
  access: 'all' | readonly bigint[],
): Promise<void> {
  await transaction.application.update({
    where: { id: applicationId },
    data: { access: access === 'all' ? 'all' : 'listed' },
  })
  await transaction.accountGrant.deleteMany({ where: { applicationId } })
  if (access === 'all') return
  // In one statement: a row each for Prisma takes seconds for a long list, with the application locked.
  await transaction.$executeRaw`
    INSERT INTO account_grant (application_id, msisdn)
    SELECT ${applicationId}::uuid, unnest(${access.map(String)}::bigint[])`
}

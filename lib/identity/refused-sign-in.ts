import { readDetail, searchAudit } from '@/lib/audit/queries'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createLogger } from '@/lib/logger'
import { inConstantTime } from '@/lib/timeout'
import { countRefusedSignIn, type RefusalReason } from './refusal-counts'
import type { Device } from './schema'
import { countAttempts } from './throttle'

type Refusal = { developerId: string; why: Exclude<RefusalReason, 'unknown_address'> }

/** Several times the duration of the write, and short compared with checking a password. */
const stepMilliseconds = 50

/**
 * Records a refused password under its account. An unknown address leaves a line in the log only, by the same
 * statements: on a busy machine the difference of a write would show through the step.
 */
export async function recordRefusedPassword(
  account: { id: string | null; email: string },
  why: 'password' | 'suspended' | 'provider_only',
  device: Device,
): Promise<void> {
  const record = (transaction: Transaction) =>
    account.id
      ? recordRefusedSignIn(transaction, { developerId: account.id, why }, device)
      : pretendToRecord(transaction, account.email, device)
  await inConstantTime(() => database().$transaction(record), stepMilliseconds)
}

/**
 * Records a refused sign-in outside the audit log, which keeps everything: at most once a minute per account, and of a
 * flood at all accounts one in ten seconds. Call it last, inside the caller's transaction.
 */
export async function recordRefusedSignIn(
  transaction: Transaction,
  { developerId, why }: Refusal,
  { address }: Device,
): Promise<void> {
  note(why, { address }, developerId)
  await insertLimited(transaction, { account: developerId, all: '' }, { developerId, why, address })
}

/**
 * Its own limit for all: with theirs, guesses at unknown addresses would keep those at accounts from being recorded.
 */
async function pretendToRecord(transaction: Transaction, email: string, { address }: Device): Promise<void> {
  note('unknown_address', { address })
  const refusal = { developerId: '00000000-0000-0000-0000-000000000000', why: 'password', address }
  await insertLimited(transaction, { account: email, all: 'unknown' }, refusal)
}

/** Inserts nothing for an account that does not exist. */
async function insertLimited(
  transaction: Transaction,
  { account, all }: { account: string; all: string },
  { developerId, why, address }: { developerId: string; why: string; address: string },
): Promise<void> {
  const tooMany = await countAttempts(
    [
      ['refusal_record', account],
      ['refusal_records', all],
    ],
    transaction,
  )
  if (tooMany) return
  await transaction.$executeRaw`
    INSERT INTO refused_sign_in (id, developer_id, why, address, at)
    SELECT ${newId()}::uuid, id, ${why}, ${address}, ${now()} FROM developer WHERE id = ${developerId}::uuid`
}

/** A line in the portal's log, whose number is limited, and a count without a limit, to notice guessing by. */
function note(why: RefusalReason, { address }: Pick<Device, 'address'>, developerId?: string): void {
  countRefusedSignIn(why)
  createLogger('portal').info({ why, address, developerId }, 'sign-in refused')
}

/** The last refused sign-ins of an account, newest first. */
export async function listRefusedSignIns(developerId: string, limit?: number) {
  const rows = await database().refusedSignIn.findMany({
    where: { developerId },
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, at: true, why: true, address: true },
  })
  return rows.map((row) => ({ ...row, why: row.why as Refusal['why'] }))
}

/**
 * Why a person is suspended, as written by the administrator. For that person only.
 * @returns null when they are not suspended, or there is no such developer
 */
export async function findSuspension(
  who: { id: string } | { email: string },
): Promise<{ reason: string } | null> {
  const developer = await database().developer.findUnique({
    where: who,
    select: { id: true, suspendedAt: true },
  })
  if (!developer?.suspendedAt) return null
  const filter = { subjectType: 'developer', subjectId: developer.id, actions: ['developer.suspended'] }
  const [entry] = (await searchAudit(filter, {}, 1)).rows
  const reason = entry && readDetail(entry, '').reason
  return { reason: typeof reason === 'string' ? reason : '' }
}

import { recordAudit } from '@/lib/audit/commands'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createLogger } from '@/lib/logger'
import { inConstantTime } from './constant-time'
import { countRefusedSignIn, type RefusalReason } from './refusal-counts'
import type { Device } from './schema'
import { takeAttempts } from './throttle'

type Refusal = { developerId: string; why: Exclude<RefusalReason, 'unknown_address'> }

/** Several times the duration of the write, and short compared with checking a password. */
const stepMilliseconds = 50

/**
 * Records a refused password under its account. Unknown addresses leave a line in the log only, and take the
 * same time.
 */
export async function recordRefusedPassword(
  developerId: string | null,
  why: 'password' | 'suspended' | 'provider_only',
  device: Device,
): Promise<void> {
  await inConstantTime(async () => {
    if (developerId === null) return note('unknown_address', device)
    await database().$transaction((transaction) =>
      recordRefusedSignIn(transaction, { developerId, why }, device),
    )
  }, stepMilliseconds)
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
  const tooMany = await takeAttempts(
    [
      ['refusal_record', developerId],
      ['refusal_records', ''],
    ],
    transaction,
  )
  if (tooMany) return
  await transaction.refusedSignIn.create({ data: { id: newId(), developerId, why, address, at: now() } })
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

/** A passkey whose counter went backwards: an audit entry instead of a refused sign-in. */
export function recordCopiedPasskey(
  transaction: Transaction,
  actor: Actor,
  passkeyId: string,
): Promise<void> {
  return recordAudit(transaction, actor, 'passkey.counter_went_back', { type: 'passkey', id: passkeyId })
}

import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { maskMsisdn } from './msisdn'
import { type AccountEntry, findAccountEntries } from './queries'
import type { UploadOptions } from './schema'
import type { StagedUpload } from './upload-content'

/** Hands a staged file of accounts to the worker, which applies uploads one after the other. @returns its id */
export async function submitUpload(
  staged: StagedUpload,
  { environment, ...options }: UploadOptions,
  actor: Administrator,
): Promise<number> {
  return database().$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<{ id: number }[]>`
      INSERT INTO account_import
        (environment, source, state, requested_by_id, upload_id, encryption_key_id, size, options)
      VALUES (${environment}::environment, 'upload', 'waiting', ${actor.id}::uuid, ${staged.id}::uuid,
        ${staged.keyId}, ${staged.size}, ${JSON.stringify(options)}::jsonb)
      RETURNING id`
    const { id } = row as { id: number }
    await transaction.$executeRaw`
      SELECT enqueue_job('apply-account-uploads', '{}'::jsonb, NULL, 'apply-account-uploads')`
    const detail = { importId: id, bytes: staged.size, ...options }
    await recordAudit(transaction, actor, 'accounts.uploaded', { type: 'account', id: environment }, detail)
    return id
  })
}

/** Looks a number up in both environments. Recorded, with the number masked. */
export async function lookUpAccount(msisdn: string, actor: Administrator): Promise<AccountEntry[]> {
  return database().$transaction(async (transaction) => {
    const entries = await findAccountEntries(transaction, msisdn)
    const found = entries.filter(({ state }) => state !== 'unknown').map(({ environment }) => environment)
    const subject = { type: 'account', id: maskMsisdn(msisdn) } as const
    await recordAudit(transaction, actor, 'account.looked_up', subject, { found })
    return entries
  })
}

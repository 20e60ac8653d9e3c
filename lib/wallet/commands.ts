import { z } from 'zod'
import { command } from '@/lib/commands/command'
import { done } from '@/lib/result'
import { maskMsisdn } from './msisdn'
import { findAccountEntries } from './queries'
import { lookUpSchema, type UploadOptions } from './schema'
import type { StagedUpload } from './upload-content'

/** Hands a staged file of accounts to the worker, which applies uploads one after the other. @returns its id */
export const submitUpload = command({
  right: 'administrator',
  confirm: 'always',
  input: z.object({
    options: z.custom<UploadOptions>(),
    staged: z.custom<StagedUpload>(),
  }),
  audit: 'accounts.uploaded',
  async run({ transaction, actor, input: { staged, options: given }, record }) {
    const { environment, ...options } = given
    const [row] = await transaction.$queryRaw<[{ id: number }]>`
      INSERT INTO account_import
        (environment, source, state, requested_by_id, upload_id, encryption_key_id, size, options)
      VALUES (${environment}::environment, 'upload', 'waiting', ${actor.id}::uuid, ${staged.id}::uuid,
        ${staged.keyId}, ${staged.size}, ${JSON.stringify(options)}::jsonb)
      RETURNING id`
    await transaction.$executeRaw`
      SELECT enqueue_job('apply-account-uploads', '{}'::jsonb, NULL, 'apply-account-uploads')`
    record({ type: 'account', id: environment }, { importId: row.id, bytes: staged.size, ...options })
    return done(row.id)
  },
})

/** Looks a number up in both environments. Recorded, with the number masked. */
export const lookUpAccount = command({
  right: 'administrator',
  input: lookUpSchema,
  audit: 'account.looked_up',
  async run({ transaction, input: { msisdn }, record }) {
    const entries = await findAccountEntries(transaction, msisdn)
    const found = entries.filter(({ state }) => state !== 'unknown').map(({ environment }) => environment)
    record({ type: 'account', id: maskMsisdn(msisdn) }, { found })
    return done(entries)
  },
})

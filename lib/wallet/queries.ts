import type { AccountImport } from '@/generated/prisma/client'
import type { Environment } from '@/generated/prisma/enums'
import { database, type Transaction } from '@/lib/database'
import type { UploadProgress, UploadReport, UploadState } from './schema'

/** The facts about a number in one environment; never its balance. */
export type AccountEntry = {
  environment: Environment
  state: 'stored' | 'removed' | 'unknown'
  /** the time of its last change or removal, as its source said */
  asOf: Date | null
  /** when the removal arrived */
  removedAt: Date | null
  /** the import that changed or removed it last; null where that is no longer recorded */
  origin: Pick<AccountImport, 'id' | 'source' | 'createdAt' | 'operator' | 'requestedById'> | null
}

/** The facts about `msisdn` in each environment. */
export async function findAccountEntries(transaction: Transaction, msisdn: string): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = []
  for (const environment of ['production', 'sandbox'] as const)
    entries.push(await findEntry(transaction, environment, BigInt(msisdn)))
  return entries
}

async function findEntry(
  transaction: Transaction,
  environment: Environment,
  msisdn: bigint,
): Promise<AccountEntry> {
  const where = { environment_msisdn: { environment, msisdn } }
  const stored = await transaction.walletAccount.findUnique({ where, select: { asOf: true, importId: true } })
  const removed = stored ? null : await transaction.accountTombstone.findUnique({ where })
  const found = stored ?? removed
  const importId = found?.importId
  return {
    environment,
    state: stored ? 'stored' : removed ? 'removed' : 'unknown',
    asOf: found?.asOf ?? null,
    removedAt: removed?.removedAt ?? null,
    origin: importId ? await transaction.accountImport.findUnique({ where: { id: importId } }) : null,
  }
}

/** One file or stream that changed accounts, or an upload that waits. */
export type ImportEntry = Omit<AccountImport, 'state' | 'progress' | 'report'> & {
  state: UploadState
  progress: UploadProgress | null
  report: UploadReport | null
}

/** The last imports, newest first. */
export async function listImports(limit: number): Promise<ImportEntry[]> {
  const rows = await database().accountImport.findMany({ orderBy: { id: 'desc' }, take: limit })
  return rows as unknown as ImportEntry[]
}

import { createHash, randomInt } from 'node:crypto'
import { now } from '@/lib/clock'
import type { Mailing } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { newId } from '@/lib/ids'

const codesAtOnce = 10
/** 24 of 32 letters: 120 bits, so a plain hash is sufficient (ASVS 5.0, 6.5.2), even against a copy of the database. */
const groups = 6
const groupLength = 4
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Replaces the recovery codes by ten new ones, inside the caller's transaction. Only their hashes are stored.
 * @returns the codes, such as `k7wq-3hxe-9mzb-t4ua-2fcd-yr8n`
 */
export async function issueRecoveryCodes(transaction: Transaction, developerId: string): Promise<string[]> {
  await transaction.recoveryCode.deleteMany({ where: { developerId } })
  const codes = Array.from({ length: codesAtOnce }, generateCode)
  await transaction.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId(), developerId, codeHash: hashCode(developerId, code) })),
  })
  return codes
}

/**
 * Uses a recovery code up and mails its owner. If one code is used twice at the same time, one use succeeds. Returns
 * false for any other text.
 */
export async function consumeRecoveryCode(
  { transaction, mail }: Mailing,
  developerId: string,
  code: string,
): Promise<boolean> {
  const { count } = await transaction.recoveryCode.updateMany({
    where: { developerId, codeHash: hashCode(developerId, code), usedAt: null },
    data: { usedAt: now() },
  })
  if (count === 0) return false
  const developer = await transaction.developer.findUniqueOrThrow({ where: { id: developerId } })
  await mail(developer, 'recovery-code-used', {})
  return true
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(developerId: string): Promise<number> {
  return database().recoveryCode.count({ where: { developerId, usedAt: null } })
}

function generateCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Hyphens, blanks and letter case are ignored. */
function hashCode(developerId: string, code: string): Uint8Array<ArrayBuffer> {
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  return new Uint8Array(createHash('sha256').update(`${developerId}:${plain}`).digest())
}

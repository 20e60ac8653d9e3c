import { createHash } from 'node:crypto'
import type { PendingAct as Row } from '@/generated/prisma/client'
import { now, secondsFromNow } from '@/lib/clock'
import { database } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { newId } from '@/lib/ids'
import { decrypt, encrypt } from '@/lib/keyring'

const actSeconds = 600
/** The latest of a session: some forms can be posted about anything, before it is known whether that exists. */
const maxActs = 20

type Sealed = Pick<Row, 'id' | 'ciphertext' | 'encryptionKeyId'>

/** A form that was posted before its confirmation: the act, the ids it is bound to, and what was typed. */
export type PendingAct = {
  act: string
  given: readonly string[]
  fields: [string, string][]
  /** The page of the form. */
  page: string
  /** What the act's name says beyond its key. */
  values: Record<string, string>
  version: string
  /** Whether it only asks whether to go on. */
  final?: boolean
}

/** Keeps an act for ten minutes, in place of an earlier one of the same form. @returns its id */
export async function keepAct(sessionId: string, content: PendingAct, seconds = actSeconds): Promise<string> {
  const id = newId()
  const sealed = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), JSON.stringify(content), actContext(id))
  const form = formOf(content.act, content.given)
  const data = {
    id,
    ciphertext: new Uint8Array(sealed.ciphertext),
    encryptionKeyId: sealed.keyId,
    expiresAt: secondsFromNow(seconds),
  }
  await database().pendingAct.upsert({
    where: { sessionId_form: { sessionId, form } },
    create: { sessionId, form, ...data },
    update: data,
  })
  await database().$executeRaw`
    DELETE FROM pending_act WHERE id IN (
      SELECT id FROM pending_act WHERE session_id = ${sessionId}::uuid ORDER BY expires_at DESC, id DESC OFFSET ${maxActs})`
  return id
}

/** The act that was last asked for on this page in this session, with its id; null if there is none. */
export async function findPendingAct(
  sessionId: string,
  page: string,
): Promise<(PendingAct & { id: string }) | null> {
  const rows = await database().pendingAct.findMany({
    where: { sessionId, expiresAt: { gt: now() } },
    orderBy: { expiresAt: 'desc' },
  })
  const acts = rows.map((row) => ({ ...open<PendingAct>(row), id: row.id }))
  return acts.find((each) => each.page === page) ?? null
}

function open<Content>({ id, encryptionKeyId: keyId, ciphertext }: Sealed): Content {
  const sealed = { keyId, ciphertext: Buffer.from(ciphertext) }
  return JSON.parse(decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), sealed, actContext(id)).toString())
}

function formOf(act: string, given: readonly string[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash('sha256')
      .update(JSON.stringify([act, given]))
      .digest(),
  )
}

/** Binds the ciphertext to its row. */
export function actContext(id: string): string {
  return `pending_act:${id}`
}

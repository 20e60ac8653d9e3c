import type { Pool } from 'pg'

/**
 * Acknowledged writes, to be looked for afterwards. An e-mail is an address, a template and the how-manieth of that
 * kind to that address (from 1); a document its submission and requirement; an audit row its subject and action.
 */
export type Ledger = {
  developers: [string][]
  applications: [string][]
  documents: [string, string][]
  decisions: [string][]
  mails: [string, string, string][]
  audits: [string, string][]
}

export type Losses = Record<keyof Ledger, number>

export function openLedger(): Ledger {
  return { developers: [], applications: [], documents: [], decisions: [], mails: [], audits: [] }
}

/** The number of acknowledged writes. */
export function countWrites(ledger: Ledger): number {
  return Object.values(ledger).reduce((sum, list) => sum + list.length, 0)
}

/** Bytes of nonce and tag before the encrypted content (lib/keyring.ts). */
const sealing = 28

const present: Record<keyof Ledger, string> = {
  developers: 'EXISTS (SELECT FROM developer WHERE email = w.one)',
  applications: 'EXISTS (SELECT FROM application WHERE id = w.one::uuid)',
  documents: `EXISTS (SELECT FROM document d
    WHERE d.submission_id = w.one::uuid AND d.requirement_id = w.two::uuid AND d.size = (
      SELECT sum(length(ciphertext) - ${sealing}) FROM document_chunk WHERE document_id = d.id))`,
  decisions: 'EXISTS (SELECT FROM decision WHERE submission_id = w.one::uuid)',
  mails: '(SELECT count(*) FROM mail_message WHERE to_address = w.one AND template = w.two) >= w.three::int',
  audits: 'EXISTS (SELECT FROM audit_entry WHERE subject_id = w.one AND action = w.two)',
}

/** Looks for everything that was acknowledged. @returns how many of each kind are missing */
export async function findLosses(owner: Pick<Pool, 'query'>, ledger: Ledger): Promise<Losses> {
  const counted = (Object.keys(present) as (keyof Ledger)[]).map(async (kind) => {
    const column = (index: number) => ledger[kind].map((entry) => entry[index] ?? null)
    const { rows } = await owner.query(
      `SELECT count(*)::int AS lost FROM unnest($1::text[], $2::text[], $3::text[]) AS w (one, two, three)
       WHERE NOT (${present[kind]})`,
      [column(0), column(1), column(2)],
    )
    return [kind, Number(rows[0]?.lost)] as const
  })
  return Object.fromEntries(await Promise.all(counted)) as Losses
}

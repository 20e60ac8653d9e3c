import { createHash } from 'node:crypto'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator, Owner } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { findCurrentTerms } from './queries'
import {
  type Acceptance,
  reminderDays,
  remindersAtOnce,
  type TermsInput,
  type TermsVersion,
  textOf,
} from './schema'

/** Serialises publications: each gets the next number. */
const publishing = 5_871_236_410n

/**
 * Publishes a version in both languages, for good. It comes into force on its day, at midnight UTC.
 * @returns its number; refused `past` for a day before today (UTC)
 */
export async function publishTerms(
  input: TermsInput,
  administrator: Administrator,
): Promise<Result<number, 'past'>> {
  return database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${publishing})`
    const [clock] = await transaction.$queryRaw<{ today: Date; next: number }[]>`
      SELECT (now() AT TIME ZONE 'UTC')::date AS today, coalesce(max(version), 0) + 1 AS next FROM terms_version`
    if (!clock || input.effectiveFrom < clock.today) return refused('past')
    requireShown(clock.next - 1)
    const version = clock.next
    await transaction.termsVersion.create({ data: { version, ...input } })
    await recordAudit(
      transaction,
      administrator,
      'terms.published',
      { type: 'terms', id: String(version) },
      {
        version,
        effectiveFrom: input.effectiveFrom.toISOString().slice(0, 10),
        sha256En: digestOf(input.textEn),
        sha256Fr: digestOf(input.textFr),
      },
    )
    return done(version)
  })
}

/**
 * Records that the developer accepts the version in force, as it was shown to them; accepting it again changes nothing.
 * @returns refused `newer` when another version has come into force since, or none is in force
 */
export async function acceptTerms(acceptance: Acceptance, owner: Owner): Promise<Result<undefined, 'newer'>> {
  return database().$transaction(async (transaction) => {
    const terms = await findCurrentTerms(transaction)
    if (terms?.version !== acceptance.version) return refused('newer')
    const developer = await transaction.developer.findUniqueOrThrow({ where: { id: owner.id } })
    await recordAcceptance(transaction, { terms, locale: acceptance.locale }, developer, owner)
    return done(undefined)
  })
}

/** The part of {@link acceptTerms} inside the caller's transaction, which has decided that `terms` are in force. */
export async function recordAcceptance(
  transaction: Transaction,
  { terms, locale }: { terms: TermsVersion; locale: Acceptance['locale'] },
  recipient: Recipient & { id: string },
  owner: Owner,
): Promise<void> {
  const { version } = terms
  const sha256 = digestOf(textOf(terms, locale))
  const { count } = await transaction.termsAcceptance.createMany({
    data: { developerId: owner.id, version, locale, sha256 },
    skipDuplicates: true,
  })
  if (count === 0) return
  const link = `${getSettings().PORTAL_URL}/terms/${version}`
  await queueMail(transaction, recipient, 'terms-accepted', {
    version,
    link,
    sha256,
    at: new Date().toISOString(),
  })
  const subject = { type: 'developer', id: owner.id } as const
  await recordAudit(transaction, owner, 'terms.accepted', subject, { version, language: locale, sha256 })
}

/**
 * Reminds developers who have not accepted the version in force, up to {@link remindersAtOnce} of those who were not
 * reminded of it in the last {@link reminderDays} days. Two presses at the same time remind no one twice.
 * @returns how many; refused `none_in_force`
 */
export async function remindUnaccepting(
  administrator: Administrator,
): Promise<Result<number, 'none_in_force'>> {
  return database().$transaction(async (transaction) => {
    const terms = await findCurrentTerms(transaction)
    if (!terms) return refused('none_in_force')
    const people = await claimReminders(transaction, terms.version)
    const link = `${getSettings().PORTAL_URL}/terms/accept`
    await queueMail(transaction, people, 'terms-reminder', { version: terms.version, link })
    const subject = { type: 'terms', id: String(terms.version) } as const
    const detail = { version: terms.version, people: people.length }
    if (people.length > 0) await recordAudit(transaction, administrator, 'terms.reminded', subject, detail)
    return done(people.length)
  })
}

/** The row is the claim: an update waits for one that is under way, and then finds it too recent. */
async function claimReminders(transaction: Transaction, version: number) {
  return transaction.$queryRaw<(Recipient & { id: string })[]>`
    WITH due AS (
      SELECT d.id FROM developer d LEFT JOIN terms_reminder r ON r.developer_id = d.id AND r.version = ${version}
      WHERE d.role = 'developer' AND d.activated_at IS NOT NULL AND d.suspended_at IS NULL AND d.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM terms_acceptance a WHERE a.developer_id = d.id AND a.version = ${version})
        AND (r.sent_at IS NULL OR r.sent_at <= now() - make_interval(days => ${reminderDays}))
      ORDER BY d.id LIMIT ${remindersAtOnce}
    ), claimed AS (
      INSERT INTO terms_reminder (developer_id, version) SELECT id, ${version} FROM due
      ON CONFLICT (developer_id, version) DO UPDATE SET sent_at = now()
        WHERE terms_reminder.sent_at <= now() - make_interval(days => ${reminderDays})
      RETURNING developer_id
    )
    SELECT d.id, d.email, d.locale FROM developer d JOIN claimed ON claimed.developer_id = d.id ORDER BY d.id`
}

/** SHA-256 of a language's Markdown (UTF-8), in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

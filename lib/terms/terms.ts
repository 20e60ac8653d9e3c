import { createHash } from 'node:crypto'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Locale } from '@/lib/languages'
import type { Recipient } from '@/lib/mail/commands'
import { done, refused } from '@/lib/result'
import { fieldOf, textColumns, textsOf } from '@/lib/translations'
import { findCurrentTerms } from './queries'
import { reminderDays, remindersAtOnce, type TermsInput, termsSchema } from './schema'

/** Serialises publications: each gets the next number. */
const publishing = 5_871_236_410n

const today = () => new Date(now().toISOString().slice(0, 10))

/**
 * Publishes a version in each language, for good. It comes into force on its day, at midnight UTC.
 * @returns its number; refused `past` for a day before today (UTC), by the clock of the database, unless the system
 *   publishes the first version: terms may have been in force elsewhere
 */
export const publishTerms = command({
  right: 'administrator',
  confirm: 'always',
  input: termsSchema.refine(({ effectiveFrom }) => effectiveFrom >= today(), {
    path: ['effectiveFrom'],
    message: 'past',
  }),
  audit: 'terms.published',
  async lock(transaction) {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${publishing})`
  },
  version: async ({ transaction }) => (await findNext(transaction)).next - 1,
  async run({ transaction, actor, input, record }) {
    const { today, next: version } = await findNext(transaction)
    const mayBePast = version === 1 && actor.role === 'system'
    if (input.effectiveFrom < today && !mayBePast) return refused('past')
    await transaction.termsVersion.create({
      data: { version, effectiveFrom: input.effectiveFrom, ...textColumns(input, 'text') },
    })
    const effectiveFrom = input.effectiveFrom.toISOString().slice(0, 10)
    const digests = digestsOf(input)
    record({ type: 'terms', id: String(version) }, { version, effectiveFrom, ...digests })
    return done(version)
  },
})

async function findNext(transaction: Transaction) {
  const [clock] = await transaction.$queryRaw<[{ today: Date; next: number }]>`
    SELECT (now() AT TIME ZONE 'UTC')::date AS today, coalesce(max(version), 0) + 1 AS next FROM terms_version`
  return clock
}

/**
 * Reminds developers who have not accepted the version in force, up to {@link remindersAtOnce} of those who were not
 * reminded of it in the last {@link reminderDays} days. Two presses at the same time remind no one twice.
 * @returns how many; refused `none_in_force`
 */
export const remindUnaccepting = command({
  right: 'administrator',
  confirm: 'always',
  notifies: 'audience',
  audit: 'terms.reminded',
  async run({ transaction, mail, record }) {
    const terms = await findCurrentTerms(transaction)
    if (!terms) return refused('none_in_force')
    const { version } = terms
    const people = await claimReminders(transaction, version)
    await mail(people, 'terms-reminder', { version, link: `${getSettings().PORTAL_URL}/terms/accept` })
    if (people.length > 0) record({ type: 'terms', id: String(version) }, { version, people: people.length })
    return done(people.length)
  },
})

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

/** Of the text in each language, as `sha256Fr`. */
export function digestsOf(terms: Pick<TermsInput, 'textEn'>): Record<string, string> {
  const texts = Object.entries(textsOf(terms, 'text')) as [Locale, string][]
  return Object.fromEntries(texts.map(([locale, text]) => [fieldOf('sha256', locale), digestOf(text)]))
}

/** SHA-256 of a language's Markdown (UTF-8), in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

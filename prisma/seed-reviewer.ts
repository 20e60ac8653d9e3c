import { z } from 'zod'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { type Settings, SettingsError } from '@/lib/env'
import { sendActivationLink } from '@/lib/identity/activation'
import { lockByEmail } from '@/lib/identity/administrators'
import { endSessions } from '@/lib/identity/session'
import { done } from '@/lib/result'

// Any number that no other lock uses: two simultaneous starts create one reviewer.
const seedLock = 20_261_121_05n

const missingEmail =
  'REVIEWER_EMAIL: is required until there is an administrator: it names the first one, who is mailed a link.'

/**
 * Creates the first reviewer, who is also administrator, unless an administrator exists, and mails an activation link.
 * There is no password until that is used. A further start sends another link only after the previous one has expired.
 * @returns the address the link was sent to, or null when there was nothing to do
 * @throws SettingsError when there is no administrator and REVIEWER_EMAIL is not set
 */
export const seedFirstReviewer = command({
  right: 'system',
  notifies: 'person',
  input: z.custom<Pick<Settings, 'REVIEWER_EMAIL'>>(),
  audit: 'developer.first_reviewer_seeded',
  async run({ transaction, input: settings, mail, record }) {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${seedLock})`
    const administrator = { role: 'administrator', activatedAt: { not: null }, deletedAt: null } as const
    if (await transaction.developer.findFirst({ where: administrator })) return done(null)
    if (!settings.REVIEWER_EMAIL) throw new SettingsError(missingEmail)
    const email = settings.REVIEWER_EMAIL.toLowerCase()
    const developer = await findOrMake(transaction, email)
    if (!developer.activatedAt && (await hasLiveLink(transaction, developer.id))) return done(null)
    if (!developer.activatedAt) await sendActivationLink({ transaction, mail }, developer)
    record({ type: 'developer', id: developer.id })
    return done(developer.activatedAt ? null : email)
  },
})

/**
 * A developer who signed up with this address before becomes administrator, as the operator named it. Sessions of the
 * previous role end, as with every change of role. The account keeps its password whatever STAFF_PASSWORDS says.
 */
async function findOrMake(transaction: Transaction, email: string) {
  const { developer } = await lockByEmail(transaction, email, 'en')
  if (developer.role === 'administrator') return developer
  await endSessions(transaction, developer.id)
  return transaction.developer.update({
    where: { id: developer.id },
    data: { role: 'administrator', breakGlass: true, sessionVersion: { increment: 1 } },
  })
}

async function hasLiveLink(transaction: Transaction, developerId: string): Promise<boolean> {
  const live = { usedAt: null, cancelledAt: null, expiresAt: { gt: now() } }
  const link = await transaction.emailLink.findFirst({
    where: { developerId, purpose: 'activation', ...live },
  })
  return link !== null
}

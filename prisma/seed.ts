import type { Pool } from 'pg'
import { z } from 'zod'
import texts from '@/generated/messages/requirements'
import type { PrismaClient } from '@/generated/prisma/client'
import { systemActor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { database, type Transaction } from '@/lib/database'
import { type Settings, SettingsError } from '@/lib/env'
import { sendActivationLink } from '@/lib/identity/activation'
import { lockByEmail } from '@/lib/identity/administrators'
import { refuseWithoutBreakGlass } from '@/lib/identity/break-glass'
import { revokeSessions } from '@/lib/identity/session'
import { locales } from '@/lib/languages'
import { done } from '@/lib/result'
import { columnsFrom } from '@/lib/translations'
import { refuseDemoAccounts, seedDemoAccounts, seedSandboxAccounts } from './seed-accounts'

/**
 * Fills a migrated database with the data of every installation. Runs at every start, as it adds only what is missing.
 * Runs as the owner of the tables, in a process whose `database()` is the same one.
 * @param settings without `DATABASE_URL` for the embedded database, which alone gets demo accounts in Production
 * @throws SettingsError when an operator's database contains demo accounts, or when STAFF_PASSWORDS leaves no one who
 *   could sign in without the provider
 */
export async function seed(pool: Pool, settings: Settings): Promise<void> {
  if (settings.DATABASE_URL) await refuseDemoAccounts(pool)
  await seedSandboxAccounts(pool)
  if (!settings.DATABASE_URL) await seedDemoAccounts(pool)
  await seedRequirements(database())
  await execute(seedFirstReviewer, { actor: systemActor, input: settings })
  await refuseWithoutBreakGlass()
}

const megabyte = 1024 * 1024

const usual = { acceptedKinds: ['pdf', 'jpeg', 'png'], maxBytes: 10 * megabyte, required: true }

/** Documents that operators usually require. Fixed ids, so that seeding again neither adds nor overwrites any. */
const defaults = [
  {
    id: '019aa3c0-0000-7000-8000-000000000001',
    scope: 'organisation' as const,
    ...textsOf('registration'),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000002',
    scope: 'organisation' as const,
    ...textsOf('identity'),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000003',
    scope: 'organisation' as const,
    ...textsOf('tax'),
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000004',
    ...textsOf('terms'),
    maxBytes: 20 * megabyte,
  },
  {
    id: '019aa3c0-0000-7000-8000-000000000005',
    ...textsOf('service'),
    maxBytes: 20 * megabyte,
  },
]

/** Adds the default requirements that never existed; an operator's changes and retirements are kept. */
export async function seedRequirements(prisma: PrismaClient): Promise<void> {
  await prisma.requirement.createMany({
    data: defaults.map((each, position) => ({ ...usual, ...each, position })),
    skipDuplicates: true,
  })
}

/** The columns of a document's name and help, in every language. */
function textsOf(document: keyof typeof texts.en) {
  return columnsFrom({ name: inEachLanguage(document, 'name'), help: inEachLanguage(document, 'help') })
}

function inEachLanguage(document: keyof typeof texts.en, part: 'name' | 'help') {
  const found = locales.map((locale) => [locale, texts[locale][document][part]])
  return { en: texts.en[document][part], ...Object.fromEntries(found) }
}

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
  await revokeSessions(transaction, developer.id)
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

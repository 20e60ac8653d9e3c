import { applicationLink } from '@/lib/applications/commands'
import { declineInvitations, hasInterest } from '@/lib/applications/conflict-of-interest'
import { lockApplication } from '@/lib/applications/lock'
import { listRecipients } from '@/lib/applications/queries'
import { openTo } from '@/lib/applications/rights'
import { recordAudit } from '@/lib/audit/commands'
import type { Administrator } from '@/lib/audit/schema'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'

/** Maximum accounts in a list. */
const maxAccounts = 20_000

/** The accounts that an application may read once approved: all, these msisdns, or (for a revision) no change. */
export type Access = 'all' | 'unchanged' | readonly bigint[]

const isMsisdn = (text: string) => /^\+?[1-9][0-9]{5,14}$/.test(text)

/**
 * Parses msisdns, one per line or separated by commas, semicolons or blanks; a leading `+` is dropped. What are
 * numbers only together is one with blanks inside; what could be either is refused.
 * @returns each once, or `none`, `too_many`, or the beginning of the first wrong `entry` (`zeros`: it begins with 00)
 */
export function readMsisdns(
  text: string,
): Result<bigint[], 'none' | 'too_many'> | { ok: false; reason: 'malformed' | 'zeros'; entry: string } {
  const parts = text.split(/[\r\n,;]|\s(?=\+)/).flatMap(splitEntry)
  if (parts.length === 0) return refused('none')
  if (parts.length > maxAccounts) return refused('too_many')
  const wrong = parts.find((part) => !isMsisdn(part))
  if (wrong !== undefined)
    return { ok: false, reason: /^\+?00/.test(wrong) ? 'zeros' : 'malformed', entry: wrong.slice(0, 40) }
  return done([...new Set(parts.map((part) => BigInt(part.replace('+', ''))))])
}

function splitEntry(entry: string): string[] {
  const words = entry.split(/\s+/).filter(Boolean)
  if (words.length < 2 || !isMsisdn(words.join(''))) return words
  return [words.join(words.every(isMsisdn) ? ' ' : '')]
}

/** Sets the accounts that an application may read: all, or a list that replaces the previous one. */
export async function setAccess(
  transaction: Transaction,
  applicationId: string,
  access: 'all' | readonly bigint[],
): Promise<void> {
  await transaction.application.update({
    where: { id: applicationId },
    data: { access: access === 'all' ? 'all' : 'listed' },
  })
  await transaction.accountGrant.deleteMany({ where: { applicationId } })
  if (access === 'all') return
  // In one statement: a row each for Prisma takes seconds for a long list, with the application locked.
  await transaction.$executeRaw`
    INSERT INTO account_grant (application_id, msisdn)
    SELECT ${applicationId}::uuid, unnest(${access.map(String)}::bigint[])`
}

/**
 * The accounts that a Production application may read, in order: `none` before its approval, when no one has granted it
 * anything.
 */
export type GrantedAccess = { access: 'all' | 'listed' | 'none'; msisdns: bigint[] }

/** What a form that changes them shows. */
export function shownAccess({ access, msisdns }: GrantedAccess): string[] {
  return [access, ...msisdns.map(String)]
}

const approved: readonly string[] = ['activating', 'active', 'suspended']

/** The accounts of a Production application, for administrators; null for any other application. */
export async function findAccess(applicationId: string): Promise<GrantedAccess | null> {
  return isUuid(applicationId) ? readAccess(database(), { id: applicationId }) : null
}

/** The same for the application's team; null for an application that is not theirs. */
export async function findOwnAccess(
  applicationId: string,
  developerId: string,
): Promise<GrantedAccess | null> {
  if (!isUuid(applicationId)) return null
  return readAccess(database(), { id: applicationId, ...openTo(developerId, 'view') })
}

/**
 * Changes the accounts that an approved application may read, from its next call on. Its team is mailed.
 * @returns refused `not_found` (no approved Production application), `own_application` (as in `decideSubmission`)
 */
export async function changeAccess(
  applicationId: string,
  access: 'all' | readonly bigint[],
  administrator: Administrator,
): Promise<Result<undefined, 'not_found' | 'own_application'>> {
  if (!isUuid(applicationId)) return refused('not_found')
  return database().$transaction(
    async (transaction) => {
      const able = await transaction.$queryRaw<unknown[]>`
        SELECT id FROM developer WHERE id = ${administrator.id}::uuid AND role = 'administrator'
          AND suspended_at IS NULL AND deleted_at IS NULL FOR NO KEY UPDATE`
      await lockApplication(transaction, applicationId)
      const current = able.length > 0 ? await readAccess(transaction, { id: applicationId }) : null
      if (!current || current.access === 'none') return refused('not_found')
      if (await hasInterest(applicationId, administrator.id, transaction)) return refused('own_application')
      requireShown(shownAccess(current))
      await setAccess(transaction, applicationId, access)
      await mailAccess(transaction, applicationId, access)
      await declineInvitations(transaction, applicationId, administrator)
      const subject = { type: 'application', id: applicationId } as const
      // How many, not which: numbers never go into the audit log.
      await recordAudit(transaction, administrator, 'application.access_changed', subject, {
        access: access === 'all' ? 'all' : 'listed',
        accounts: access === 'all' ? null : access.length,
      })
      return done(undefined)
    },
    { timeout: 15_000 },
  )
}

/** To everyone on its team. */
async function mailAccess(transaction: Transaction, id: string, access: 'all' | readonly bigint[]) {
  const { name: applicationName } = await transaction.application.findUniqueOrThrow({ where: { id } })
  const recipients = await listRecipients(transaction, id, 'view')
  const accounts = access === 'all' ? undefined : access.length
  const props = { applicationName, link: applicationLink(id), accounts }
  await queueMail(transaction, recipients, 'access-changed', props)
}

async function readAccess(client: Transaction, where: object): Promise<GrantedAccess | null> {
  const application = await client.application.findFirst({
    where: { ...where, environment: 'production' },
    select: { id: true, access: true, state: true },
  })
  if (!application) return null
  if (!approved.includes(application.state)) return { access: 'none', msisdns: [] }
  const grants = await client.accountGrant.findMany({
    where: { applicationId: application.id },
    orderBy: { msisdn: 'asc' },
    select: { msisdn: true },
  })
  return { access: application.access, msisdns: grants.map(({ msisdn }) => msisdn) }
}

import { applicationLink } from '@/lib/applications/commands'
import { declineInvitations, hasInterest, lockReviewer } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { openTo } from '@/lib/applications/rights'
import { application, lockApplication } from '@/lib/applications/target'
import { command } from '@/lib/commands/command'
import { database, type Transaction } from '@/lib/database'
import { isUuid } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { accessSchema } from './schema'

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
export function versionedAccess({ access, msisdns }: GrantedAccess): string[] {
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

/** An application, with the administrator who decides. */
const governed: typeof application = {
  ...application,
  async lock(transaction, id, { actor }) {
    await lockReviewer(transaction, actor)
    await lockApplication(transaction, id)
  },
}

/**
 * Changes the accounts that an approved application may read, from its next call on. Its team is mailed.
 * @returns refused `not_found` (no approved Production application), `own_application` (as in `decideSubmission`)
 */
export const changeAccess = command({
  on: governed,
  right: 'administrator',
  confirm: 'always',
  notifies: 'team',
  input: accessSchema,
  audit: ['application.access_changed', 'application.invitation_declined'],
  version: async ({ transaction, application: { id } }) => {
    const current = await readAccess(transaction, { id })
    return current && versionedAccess(current)
  },
  async run({
    transaction,
    application: { id, name: applicationName },
    actor,
    input: { access },
    record,
    mail,
  }) {
    const current = await readAccess(transaction, { id })
    if (!current || current.access === 'none') return refused('not_found')
    if (await hasInterest(id, actor.id ?? '', transaction)) return refused('own_application')
    await setAccess(transaction, id, access)
    const accounts = access === 'all' ? undefined : access.length
    const recipients = await listRecipients(transaction, id, 'view')
    await mail(recipients, 'access-changed', { applicationName, link: applicationLink(id), accounts })
    await declineInvitations(transaction, id, actor, record)
    // How many, not which: numbers never go into the audit log.
    const detail = { access: access === 'all' ? 'all' : 'listed', accounts: accounts ?? null }
    record({ type: 'application', id }, detail, 'application.access_changed')
    return done(undefined)
  },
})

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

import type { ApplicationState } from '@/generated/prisma/enums'
import { lockSubject } from '@/lib/applications/subject'
import type { Owner } from '@/lib/audit/schema'
import { command } from '@/lib/commands/command'
import { lockSecrets } from '@/lib/credentials/commands'
import type { Transaction } from '@/lib/database'
import { lockDeveloper } from '@/lib/identity/administrators'
import { closeOrganisation, organisation } from '@/lib/organisations/commands'
import { done, type Result, refused } from '@/lib/result'
import { lockTestAccounts } from '@/lib/sandbox/commands'
import { deleteApplicationIn, notifyTeam } from './delete-application'

/** In which an application is served. */
export const liveStates: readonly ApplicationState[] = ['active', 'activating']

/**
 * Closes an organisation for good, once none of its applications is live, that is `active` or `activating`.
 * The others end with it, as if each had been deleted. Locks in the order of `deleteDeveloper`.
 * @returns refused `live_applications`, `changed_meanwhile` (an application's state changed at the same moment: try
 *   again)
 */
export const closeOwnOrganisation = command({
  on: organisation,
  right: 'delete',
  confirm: 'always',
  irreversible: true,
  notifies: 'team',
  audit: ['organisation.closed', 'application.deleted'],
  async lock(transaction, id, { actor }) {
    await lockDeveloper(transaction, actor.id ?? '')
    const ids = (await listLeft(transaction, id)).map((each) => each.id)
    await lockTestAccounts(transaction, ids)
    for (const each of ids) await lockSecrets(transaction, each)
    await lockSubject(transaction, id)
  },
  async run({ transaction, actor, organisation: closed, mail, record }): Promise<Closed> {
    const owner = actor as Owner
    const left = await listLeft(transaction, closed.id)
    if (left.some(({ state }) => liveStates.includes(state))) return refused('live_applications')
    for (const application of left) {
      const from = await deleteApplicationIn(transaction, application, owner)
      await notifyTeam({ transaction, mail }, application)
      record({ type: 'application', id: application.id }, { from }, 'application.deleted')
    }
    if (!(await closeOrganisation(transaction, closed.id, owner))) return refused('not_found')
    record(organisation.subject(closed), {}, 'organisation.closed')
    return done(undefined)
  },
})

/** The second is thrown below. */
type Closed = Result<undefined, 'live_applications' | 'changed_meanwhile' | 'not_found'>

function listLeft(transaction: Transaction, organisationId: string) {
  return transaction.application.findMany({
    where: { organisationId, state: { not: 'deleted' } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, environment: true, state: true },
  })
}

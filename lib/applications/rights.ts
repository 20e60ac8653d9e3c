import type { Prisma } from '@/generated/prisma/client'
import type { TeamRole } from '@/generated/prisma/enums'

const everybody: readonly TeamRole[] = ['owner', 'member']
const owners: readonly TeamRole[] = ['owner']

/**
 * The rights on an application or an organisation, and the roles that have them; no one else has any.
 * Queries, commands, pages and the tests that try every action and page with each role use this one table.
 */
export const rights = {
  view: everybody,
  edit: everybody,
  /** calls from the portal's console, which sends the secret without showing it */
  console: everybody,
  usage: everybody,
  /** create, change, reset and import test accounts of the Sandbox */
  test_accounts: everybody,
  /** upload, submit, withdraw, write to the reviewers */
  documents: everybody,
  leave: everybody,
  /** start and end a rehearsal */
  rehearsals: owners,
  /** make and end the link to a certificate */
  certificates: owners,
  /** request a higher limit, withdraw the request */
  limits: owners,
  /** reveal, rotate, end */
  secrets: owners,
  /** change the addresses it may be called from */
  networks: owners,
  /** delete an application, close an organisation */
  delete: owners,
  /** create an application in an organisation, or move one into it */
  applications: owners,
  /** add and remove endpoints, rotate their secrets, send events again */
  webhooks: owners,
  /** invite, revoke, remove, make an owner, hand over */
  team: owners,
} satisfies Record<string, readonly TeamRole[]>

export type Right = keyof typeof rights

/** Whether it is a right of a team, and not one of staff. */
export function isTeamRight(right: string): right is Right {
  return Object.hasOwn(rights, right)
}

/** Whether a person with this role on an application's team has that right. */
export function may(role: TeamRole, right: Right): boolean {
  return rights[right].includes(role)
}

/**
 * The applications on which this developer has that right, through their own place on its team or one in its
 * organisation: the one clause by which applications are looked up. SQL uses the view `application_team`.
 */
export function openTo(developerId: string, right: Right) {
  const members = placeWith(developerId, right)
  return {
    state: { not: 'deleted' },
    OR: [{ members }, { organisation: { members } }],
  } satisfies Prisma.ApplicationWhereInput
}

/** The same for organisations. A closed one can still be viewed. */
export function openOrganisationTo(developerId: string, right: Right) {
  return {
    ...(right === 'view' ? {} : { state: { not: 'closed' } }),
    members: placeWith(developerId, right),
  } satisfies Prisma.OrganisationWhereInput
}

function placeWith(developerId: string, right: Right) {
  return {
    some: { developerId, role: { in: [...rights[right]] } },
  } satisfies Prisma.MembershipListRelationFilter
}

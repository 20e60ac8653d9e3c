import type { Prisma } from '@/generated/prisma/client'
import type { TeamRole } from '@/generated/prisma/enums'

const everybody: readonly TeamRole[] = ['owner', 'member']
const owners: readonly TeamRole[] = ['owner']

/**
 * What can be done with an application, and in which role; nobody else may do any of it. Queries, commands, pages and
 * the test that walks every action with every role read this one table.
 */
export const rights = {
  view: everybody,
  edit: everybody,
  /** calls from the portal's console: the secret is sent, and not shown */
  console: everybody,
  usage: everybody,
  /** make, change, reset and import test accounts of the Sandbox */
  test_accounts: everybody,
  /** upload, submit, withdraw, write to the reviewers */
  documents: everybody,
  leave: everybody,
  /** reveal, rotate, end */
  secrets: owners,
  delete: owners,
  /** invite, take back, remove, make an owner, hand over */
  team: owners,
} satisfies Record<string, readonly TeamRole[]>

export type Right = keyof typeof rights

/** Whether somebody in this role on an application's team may do that. */
export function may(role: TeamRole, right: Right): boolean {
  return rights[right].includes(role)
}

/** The applications with which this developer may do that: the one clause by which every one is looked up. */
export function openTo(developerId: string, right: Right) {
  return {
    state: { not: 'deleted' },
    members: { some: { developerId, role: { in: [...rights[right]] } } },
  } satisfies Prisma.ApplicationWhereInput
}

import type { TeamRole } from '@/generated/prisma/enums'
import type { Owner } from '@/lib/audit/schema'
import { addMember, makeApplication } from '@/scripts/launch/data'
import { createDeveloper, type Developer } from './factories'

/** A Sandbox application of this owner, or of one of their organisations. */
export async function createShop(
  owner: Owner,
  { name = 'Boutique', organisationId = null as string | null } = {},
): Promise<string> {
  return (await makeApplication(owner, 'sandbox', name, { organisationId })).id
}

/** Adds a member by invitation, as the pages do. */
export async function addToTeam(
  applicationId: string,
  owner: Developer,
  role: TeamRole,
  invited?: Developer,
): Promise<Developer> {
  const member = invited ?? (await createDeveloper())
  await addMember(applicationId, owner, member, role)
  return member
}

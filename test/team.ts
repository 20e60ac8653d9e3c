import type { TeamRole } from '@/generated/prisma/enums'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptTeamInvitation } from '@/lib/applications/join'
import type { Owner } from '@/lib/audit/schema'
import { createSandboxApplication } from '@/lib/lifecycle/create-application'
import { applicationFields, createDeveloper, type Developer } from './factories'

/** A Sandbox application of this owner, or of one of their organisations. */
export async function createShop(
  owner: Owner,
  { name = 'Boutique', organisationId = null as string | null } = {},
): Promise<string> {
  const result = await createSandboxApplication({ ...applicationFields(name), organisationId }, owner)
  if (!result.ok) throw new Error(result.reason)
  return result.value.id
}

/** Adds a member by invitation, as the pages do. */
export async function addToTeam(
  applicationId: string,
  owner: Developer,
  role: TeamRole,
  invited?: Developer,
): Promise<Developer> {
  const member = invited ?? (await createDeveloper())
  const invitation = await inviteToTeam(applicationId, { email: member.email, role }, owner)
  if (!invitation.ok) throw new Error(invitation.reason)
  const accepted = await acceptTeamInvitation(invitation.value, member)
  if (!accepted.ok) throw new Error(accepted.reason)
  return member
}

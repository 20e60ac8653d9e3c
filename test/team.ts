import type { TeamRole } from '@/generated/prisma/enums'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptTeamInvitation } from '@/lib/applications/join'
import { createSandboxApplication } from '@/lib/lifecycle/create-application'
import { applicationFields, createDeveloper, type Developer } from './factories'

/** A Sandbox application of this owner. */
export async function createShop(owner: Developer): Promise<string> {
  const input = applicationFields('Boutique')
  const result = await createSandboxApplication(input, owner)
  if (!result.ok) throw new Error('creating is never refused')
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

import type { TeamRole } from '@/generated/prisma/enums'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptTeamInvitation } from '@/lib/applications/join'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { createSandboxApplication } from '@/lib/lifecycle/create-application'

/** A developer with an address of their own. */
export type Somebody = { id: string; email: string; role: 'developer' }

export async function createSomebody(email = `${newId()}@example.com`): Promise<Somebody> {
  const id = newId()
  const activated = { passwordHash: 'x', activatedAt: new Date() }
  await database().developer.create({ data: { id, email, ...activated } })
  return { id, email, role: 'developer' }
}

/** A Sandbox application of this owner. */
export async function createShop(owner: Somebody): Promise<string> {
  const input = { name: 'Boutique', description: '', requestKey: newId() }
  const result = await createSandboxApplication(input, owner)
  if (!result.ok) throw new Error('creating is never refused')
  return result.value.id
}

/** Brings somebody in by invitation, as the pages do. */
export async function addToTeam(
  applicationId: string,
  owner: Somebody,
  role: TeamRole,
  invited?: Somebody,
): Promise<Somebody> {
  const somebody = invited ?? (await createSomebody())
  const invitation = await inviteToTeam(applicationId, { email: somebody.email, role }, owner)
  if (!invitation.ok) throw new Error(invitation.reason)
  const accepted = await acceptTeamInvitation(invitation.value, somebody)
  if (!accepted.ok) throw new Error(accepted.reason)
  return somebody
}

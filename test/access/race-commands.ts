import { inviteToTeam } from '@/lib/applications/invite'
import { acceptTeamInvitation } from '@/lib/applications/join'
import { handOver, leaveTeam, removeMember } from '@/lib/applications/team'
import { rotateSecret } from '@/lib/credentials/rotate-secret'
import { database } from '@/lib/database'
import { lowerRole } from '@/lib/developers/roles'
import { newId } from '@/lib/ids'
import { closeOwnOrganisation } from '@/lib/lifecycle/close-organisation'
import { createProductionApplication } from '@/lib/lifecycle/create-application'
import { deleteDeveloper } from '@/lib/lifecycle/delete-developer'
import { moveIntoOrganisation } from '@/lib/lifecycle/move-into-organisation'
import { reinstateApplication, suspendApplication } from '@/lib/lifecycle/suspend-application'
import { suspendDeveloper } from '@/lib/lifecycle/suspend-developer'
import { suspendOrganisation } from '@/lib/lifecycle/suspend-organisation'
import { succeed } from '@/lib/result'
import { claimSubmission } from '@/lib/validation/claim'
import { decideSubmission } from '@/lib/validation/decide'
import { applicationFields } from '@/scripts/launch/data'
import { createOrganisation, decideOnOrganisation, submitOrganisation } from '@/test/organisations'
import { addToTeam, createShop } from '@/test/team'
import { type Draft, decision } from '@/test/validation'
import type { Person, Scene } from './scene'

/** Prepares one command in a scene, and returns a function that runs it. */
type Command = (stage: Stage) => Promise<() => Promise<unknown>>

/** A scene whose people share the same objects; each is created once, for the first command that needs it. */
export class Stage {
  private readonly made = new Map<string, Promise<unknown>>()
  constructor(readonly scene: Scene) {}

  /** The owner's Production application in validation, which `other` co-owns. */
  production(): Promise<Draft> {
    return this.once('production', async () => {
      const { owner, other } = this.scene
      const draft = await this.scene.production()
      await addToTeam(draft.applicationId, developer(owner), 'owner', developer(other))
      return draft
    })
  }

  /** An invitation of this person to an application that `inviter` owns. */
  invitation(applicationId: string, inviter: Person, invited: Person): Promise<string> {
    return this.once(`${applicationId} ${invited.id}`, async () => {
      const input = { email: invited.email, role: 'owner' } as const
      return succeed(inviteToTeam(applicationId, input, developer(inviter)))
    })
  }

  shopOf(person: Person): Promise<string> {
    return this.once(`shop of ${person.id}`, () => createShop(developer(person)))
  }

  /** An organisation that waits to be verified again, which `other` co-owns. */
  organisation(): Promise<Organisation> {
    return this.once('organisation', async () => {
      const { owner, other, sql } = this.scene
      const id = await createOrganisation(owner)
      const places = { organisationId: id, developerId: other.id, role: 'owner' } as const
      await database().applicationMember.create({ data: places })
      const { id: submissionId } = await submitOrganisation(id, developer(owner))
      await sql.query('UPDATE organisation SET verified_at = now() WHERE id = $1', [id])
      return { id, submissionId }
    })
  }

  /** The owner's Sandbox application, suspended. */
  suspended(): Promise<string> {
    return this.once('suspended', async () => {
      const { scene } = this
      await suspendApplication(scene.sandbox.applicationId, { reason }, administratorOf(scene))
      return scene.sandbox.applicationId
    })
  }

  private once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.made.get(name) ?? make()
    this.made.set(name, made)
    return made as Promise<T>
  }
}

const reason = 'Asked about it.'
const developer = ({ id, email }: Person) => ({ id, email, role: 'developer' as const })
const reviewerOf = ({ reviewer }: Scene) => ({ id: reviewer.id, role: 'reviewer' as const })
const administratorOf = ({ administrator }: Scene) => ({
  id: administrator.id,
  role: 'administrator' as const,
})

/** A command on the shared Production application. */
function shared(fire: (draft: Draft, scene: Scene) => Promise<unknown>): Command {
  return async (stage) => {
    const draft = await stage.production()
    return () => fire(draft, stage.scene)
  }
}

type Organisation = { id: string; submissionId: string }

/** A command on the shared organisation. */
function inOrganisation(fire: (organisation: Organisation, scene: Scene) => Promise<unknown>): Command {
  return async (stage) => {
    const organisation = await stage.organisation()
    return () => fire(organisation, stage.scene)
  }
}

/** Accepts an invitation to the shared organisation. */
function joinsOrganisation(who: (scene: Scene) => Person): Command {
  return async (stage) => {
    const { id: organisationId } = await stage.organisation()
    const id = await stage.invitation(organisationId, stage.scene.owner, who(stage.scene))
    return () => acceptTeamInvitation(id, developer(who(stage.scene)))
  }
}

/** Accepts an invitation to the shared Production application. */
function joins(who: (scene: Scene) => Person): Command {
  return async (stage) => {
    const { scene } = stage
    const { applicationId } = await stage.production()
    const id = await stage.invitation(applicationId, scene.owner, who(scene))
    return () => acceptTeamInvitation(id, developer(who(scene)))
  }
}

/** One of two people accepts the other's invitation. */
function meets(inviter: 'owner' | 'other', invited: 'owner' | 'other'): Command {
  return async (stage) => {
    const from = stage.scene[inviter]
    const to = stage.scene[invited]
    const id = await stage.invitation(await stage.shopOf(from), from, to)
    return () => acceptTeamInvitation(id, developer(to))
  }
}

/**
 * The state-changing commands that have no server action, and those whose fixtures use unshared objects: teams of two
 * owners, invited reviewers, the worker's and the gateways' commands.
 */
export const raceCommands: Record<string, Command> = {
  'reviewer approves': shared(async ({ submissionId }, scene) =>
    decideSubmission(await decision(submissionId, 'approved'), reviewerOf(scene)),
  ),
  'reviewer claims': shared(({ submissionId }, scene) => claimSubmission(submissionId, reviewerOf(scene))),
  'reviewer joins': joins(({ reviewer }) => reviewer),
  'owner invites the reviewer': shared(({ applicationId }, { owner, reviewer }) =>
    inviteToTeam(applicationId, { email: reviewer.email, role: 'owner' }, developer(owner)),
  ),
  'owner leaves': shared(({ applicationId }, { owner }) => leaveTeam(applicationId, developer(owner))),
  'other owner leaves': shared(({ applicationId }, { other }) => leaveTeam(applicationId, developer(other))),
  'owner removes the other': shared(({ applicationId }, { owner, other }) =>
    removeMember(applicationId, other.id, developer(owner)),
  ),
  'other removes the owner': shared(({ applicationId }, { owner, other }) =>
    removeMember(applicationId, owner.id, developer(other)),
  ),
  'owner hands over': shared(({ applicationId }, { owner, other }) =>
    handOver(applicationId, other.id, developer(owner)),
  ),
  'owner deletes the account': shared((_, { owner }) => deleteDeveloper(developer(owner))),
  'other owner deletes the account': shared((_, { other }) => deleteDeveloper(developer(other))),
  'owner is suspended': shared((_, scene) =>
    suspendDeveloper(scene.owner.id, { reason }, administratorOf(scene)),
  ),
  'other owner is suspended': shared((_, scene) =>
    suspendDeveloper(scene.other.id, { reason }, administratorOf(scene)),
  ),
  'reviewer loses the role': shared((_, scene) =>
    lowerRole(scene.reviewer.id, { role: 'developer' }, administratorOf(scene)),
  ),
  'reviewer verifies the organisation': inOrganisation(({ id }, scene) =>
    decideOnOrganisation(id, reviewerOf(scene), 'approved'),
  ),
  'reviewer joins the organisation': joinsOrganisation(({ reviewer }) => reviewer),
  'owner moves the application in': async (stage) => {
    const { id } = await stage.organisation()
    const { scene } = stage
    return () => moveIntoOrganisation(scene.sandbox.applicationId, id, developer(scene.owner))
  },
  'owner creates an application in it': inOrganisation(({ id: organisationId }, { owner }) =>
    createProductionApplication({ ...applicationFields('Till'), organisationId }, developer(owner)),
  ),
  'owner closes the organisation': inOrganisation(({ id }, { owner }) =>
    closeOwnOrganisation(id, developer(owner)),
  ),
  'owner leaves the organisation': inOrganisation(({ id }, { owner }) => leaveTeam(id, developer(owner))),
  'other leaves the organisation': inOrganisation(({ id }, { other }) => leaveTeam(id, developer(other))),
  'organisation is suspended': inOrganisation(({ id }, scene) =>
    suspendOrganisation(id, { reason }, administratorOf(scene)),
  ),
  'owner meets other': meets('other', 'owner'),
  'other meets owner': meets('owner', 'other'),
  'administrator reinstates': async (stage) => {
    const id = await stage.suspended()
    return () => reinstateApplication(id, { reason }, administratorOf(stage.scene))
  },
  'administrator joins the suspended': async (stage) => {
    const { owner, administrator } = stage.scene
    const id = await stage.invitation(await stage.suspended(), owner, administrator)
    return () => acceptTeamInvitation(id, developer(administrator))
  },
  'owner rotates': async ({ scene: { sandbox, owner } }) => {
    return () =>
      rotateSecret(sandbox.applicationId, { secretId: sandbox.secretId, overlap: 24 }, developer(owner))
  },
  'a token is minted': async ({ scene: { sandbox, sql } }) => {
    return () =>
      sql.query(`SELECT mint_access_token($1, 1, '\\x01', 'test', $2, interval '5 minutes', false)`, [
        sandbox.secretId,
        Buffer.from(newId()),
      ])
  },
  'tokens are minted together': async ({ scene: { sandbox, sql } }) => {
    return () =>
      sql.query(
        `SELECT mint_access_tokens(ARRAY[$1::uuid], '{1}', '{"\\\\x01"}', '{test}', ARRAY[$2::bytea], interval '5 minutes')`,
        [sandbox.secretId, Buffer.from(newId())],
      )
  },
}

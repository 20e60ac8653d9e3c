import { describe, expect, test } from 'vitest'
import type { ApplicationState } from '@/generated/prisma/enums'
import { changeApplicationDetails } from '@/lib/applications/commands'
import { inviteToTeam, revokeTeamInvitation } from '@/lib/applications/invite'
import { listSentInvitations } from '@/lib/applications/join'
import { findApplicationFor, listApplications } from '@/lib/applications/queries'
import { may, type Right, rights } from '@/lib/applications/rights'
import { applicationDetailsSchema } from '@/lib/applications/schema'
import { handOver, leaveTeam, makeOwner, removeMember } from '@/lib/applications/team'
import { listTeam } from '@/lib/applications/team-members'
import type { Owner } from '@/lib/audit/schema'
import { listWorkingSecrets } from '@/lib/credentials/queries'
import { revealSecret } from '@/lib/credentials/reveal-secret'
import { endSecret, rotateSecret } from '@/lib/credentials/rotate-secret'
import { database } from '@/lib/database'
import { findOwnDocument, findUploadPlaces } from '@/lib/documents/queries'
import { newId } from '@/lib/ids'
import { createSandboxApplication } from '@/lib/lifecycle/create-application'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { endRehearsal, startRehearsal } from '@/lib/rehearsals/commands'
import { findRehearsal } from '@/lib/rehearsals/queries'
import { changeNetworks } from '@/lib/requests/change-networks'
import { withdrawRequest } from '@/lib/requests/commands'
import { requestLimit } from '@/lib/requests/request-limit'
import { resetTestAccounts } from '@/lib/sandbox/commands'
import { writeToReviewers } from '@/lib/validation/messages'
import { openRevision, reopenAfterRejection } from '@/lib/validation/open-submission'
import { findApplicantValidation } from '@/lib/validation/queries'
import { submitForValidation, withdrawSubmission } from '@/lib/validation/submit'
import { addEndpoint } from '@/lib/webhooks/commands'
import { applicationFields, createDeveloper, type Developer } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam, createShop } from '@/test/team'
import { createDraft, createInState, upload } from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })

/** An application with one of each, and a further person to act upon. */
type Setting = { id: string; owner: Developer; member: Developer; stranger: Developer; other: Developer }

type Action = {
  name: string
  right: Right
  /** Of Production, in this state; else a Sandbox one. */
  state?: ApplicationState
  /** Whether it was done, or something was seen. */
  attempt: (setting: Setting, who: Owner) => Promise<boolean>
}

const isOk = async (result: Promise<{ ok: boolean }>) => (await result).ok
const isThere = async (found: Promise<unknown>) => (await found) !== null
const hasSome = async (found: Promise<unknown[]>) => (await found).length > 0

async function currentSecret(id: string): Promise<string> {
  return (await listWorkingSecrets(id)).find(({ retiresAt }) => !retiresAt)?.id ?? ''
}

const actions: Action[] = [
  {
    name: 'look',
    right: 'view',
    attempt: ({ id }, who) => isThere(findApplicationFor(who.id, 'view', id)),
  },
  {
    name: 'create an application in the same organisation',
    right: 'applications',
    async attempt({ owner, member }, who) {
      const id = await createOrganisation(owner)
      await database().applicationMember.create({
        data: { organisationId: id, developerId: member.id, role: 'member' },
      })
      return isOk(createSandboxApplication({ ...applicationFields('Till'), organisationId: id }, who))
    },
  },
  { name: 'find it listed', right: 'view', attempt: (_, who) => hasSome(listApplications(who.id)) },
  { name: 'see the team', right: 'view', attempt: ({ id }, who) => hasSome(listTeam(id, who.id)) },
  {
    name: 'rename',
    right: 'edit',
    attempt: ({ id }, who) =>
      isOk(changeApplicationDetails(id, applicationDetailsSchema.parse({ name: 'New' }), who)),
  },
  {
    name: 'use the console',
    right: 'console',
    attempt: ({ id }, who) => isOk(revealSecret(id, who, 'used')),
  },
  {
    name: 'read the usage',
    right: 'usage',
    attempt: ({ id }, who) => isThere(findApplicationFor(who.id, 'usage', id)),
  },
  {
    name: 'reset its test accounts',
    right: 'test_accounts',
    attempt: ({ id }, who) => isOk(resetTestAccounts(id, null, who)),
  },
  { name: 'reveal the secret', right: 'secrets', attempt: ({ id }, who) => isOk(revealSecret(id, who)) },
  {
    name: 'rotate the secret',
    right: 'secrets',
    attempt: async ({ id }, who) =>
      isOk(rotateSecret(id, { secretId: await currentSecret(id), overlap: 0 }, who)),
  },
  {
    name: 'end a secret',
    right: 'secrets',
    async attempt({ id, owner }, who) {
      const secretId = await currentSecret(id)
      await rotateSecret(id, { secretId, overlap: 24 }, owner)
      return isOk(endSecret(id, secretId, who))
    },
  },
  {
    name: 'start a rehearsal',
    right: 'rehearsals',
    attempt: ({ id }, who) => isOk(startRehearsal(id, who)),
  },
  {
    name: 'end a rehearsal',
    right: 'rehearsals',
    async attempt({ id, owner }, who) {
      await startRehearsal(id, owner)
      return isOk(endRehearsal(id, who))
    },
  },
  {
    name: 'see a rehearsal',
    right: 'view',
    async attempt({ id, owner }, who) {
      await startRehearsal(id, owner)
      return isThere(findRehearsal(id, who.id))
    },
  },
  {
    name: 'request a higher limit',
    right: 'limits',
    attempt: ({ id }, who) => isOk(requestLimit(id, { callsPerMinute: 500, reason: 'A new partner.' }, who)),
  },
  {
    name: 'withdraw that request',
    right: 'limits',
    async attempt({ id, owner }, who) {
      await requestLimit(id, { callsPerMinute: 500, reason: 'A new partner.' }, owner)
      return isOk(withdrawRequest('limits', id, who))
    },
  },
  {
    name: 'change the addresses it may be called from',
    right: 'networks',
    state: 'draft',
    attempt: ({ id }, who) => isOk(changeNetworks(id, { networks: ['203.0.113.0/24'] }, who)),
  },
  {
    name: 'withdraw a request for more addresses',
    right: 'networks',
    state: 'active',
    async attempt({ id, owner }, who) {
      const approvedNetworks = ['203.0.113.0/24']
      await database().application.update({ where: { id }, data: { approvedNetworks } })
      await changeNetworks(id, { networks: [], reason: 'A new partner.' }, owner)
      return isOk(withdrawRequest('networks', id, who))
    },
  },
  {
    name: 'add a webhook',
    right: 'webhooks',
    attempt: ({ id }, who) =>
      isOk(addEndpoint(id, { url: 'https://hooks.example.com/', events: ['secret.rotated'] }, who)),
  },
  { name: 'delete it', right: 'delete', attempt: ({ id }, who) => isOk(deleteApplication(id, who)) },
  {
    name: 'invite',
    right: 'team',
    attempt: ({ id }, who) =>
      isOk(inviteToTeam(id, { email: `${newId()}@example.com`, role: 'member' }, who)),
  },
  {
    name: 'see who is invited',
    right: 'team',
    async attempt({ id, owner }, who) {
      await inviteToTeam(id, { email: `${newId()}@example.com`, role: 'member' }, owner)
      return hasSome(listSentInvitations(id, who.id))
    },
  },
  {
    name: 'take an invitation back',
    right: 'team',
    async attempt({ id, owner }, who) {
      const sent = await inviteToTeam(id, { email: `${newId()}@example.com`, role: 'member' }, owner)
      return isOk(revokeTeamInvitation(id, sent.ok ? sent.value : '', who))
    },
  },
  { name: 'remove', right: 'team', attempt: ({ id, other }, who) => isOk(removeMember(id, other.id, who)) },
  {
    name: 'make an owner',
    right: 'team',
    attempt: ({ id, other }, who) => isOk(makeOwner(id, other.id, who)),
  },
  { name: 'hand over', right: 'team', attempt: ({ id, other }, who) => isOk(handOver(id, other.id, who)) },
  { name: 'leave', right: 'leave', attempt: ({ id }, who) => isOk(leaveTeam(id, who)) },
  {
    name: 'see the validation',
    right: 'documents',
    state: 'draft',
    attempt: ({ id }, who) => isThere(findApplicantValidation(id, who.id)),
  },
  {
    name: 'find where to upload',
    right: 'documents',
    state: 'draft',
    attempt: ({ id }, who) => isThere(findUploadPlaces(id, who.id)),
  },
  {
    name: 'upload',
    right: 'documents',
    state: 'draft',
    async attempt({ id }, who) {
      const place = await database().submissionRequirement.findFirstOrThrow({
        where: { submission: { applicationId: id } },
      })
      return isOk(upload(id, place.requirementId, who))
    },
  },
  {
    name: 'download a document',
    right: 'documents',
    state: 'draft',
    async attempt({ id }, who) {
      const document = await database().document.findFirstOrThrow({
        where: { submission: { applicationId: id } },
      })
      return isThere(findOwnDocument(id, document.id, who.id))
    },
  },
  {
    name: 'submit',
    right: 'documents',
    state: 'draft',
    attempt: ({ id }, who) => isOk(submitForValidation(id, who)),
  },
  {
    name: 'withdraw',
    right: 'documents',
    state: 'in_validation',
    attempt: ({ id }, who) => isOk(withdrawSubmission(id, who)),
  },
  {
    name: 'write to the reviewers',
    right: 'documents',
    state: 'in_validation',
    attempt: ({ id }, who) => isOk(writeToReviewers(id, 'When?', who)),
  },
  {
    name: 'begin anew after a rejection',
    right: 'documents',
    state: 'rejected',
    attempt: ({ id }, who) => isOk(reopenAfterRejection(id, who)),
  },
  {
    name: 'open a revision',
    right: 'documents',
    state: 'active',
    attempt: ({ id }, who) => isOk(openRevision(id, who)),
  },
]

async function createSetting(state?: ApplicationState): Promise<Setting> {
  const owner = await createDeveloper()
  const stranger = await createDeveloper()
  const id = state ? await createProduction(owner, state) : await createShop(owner)
  const member = await addToTeam(id, owner, 'member')
  const other = await addToTeam(id, owner, 'member')
  return { id, owner, member, stranger, other }
}

async function createProduction(owner: Developer, state: ApplicationState): Promise<string> {
  if (state === 'draft') return (await createDraft(sql, { owner })).applicationId
  const { applicationId, owner: first } = await createInState(
    sql,
    await createDeveloper({ role: 'reviewer' }),
    state,
  )
  await addToTeam(applicationId, { ...first, email: '' } as Developer, 'owner', owner)
  return applicationId
}

/** One for all refusals, as they change nothing. */
const untouched = new Map<ApplicationState | undefined, Promise<Setting>>()

function keepSetting(state?: ApplicationState): Promise<Setting> {
  const setting = untouched.get(state) ?? createSetting(state)
  untouched.set(state, setting)
  return setting
}

test('every right is tested', () => {
  expect(new Set(actions.map(({ right }) => right))).toEqual(new Set(Object.keys(rights)))
})

describe.each(actions)('to $name', ({ right, state, attempt }) => {
  test.each(['owner', 'member', 'stranger'] as const)('as %s', async (role) => {
    const allowed = role !== 'stranger' && may(role, right)
    const setting = await (allowed ? createSetting(state) : keepSetting(state))
    expect(await attempt(setting, setting[role])).toBe(allowed)
  })
})

test('only owners ever see a secret, and no one but the team sees anything', () => {
  expect(rights.secrets).toEqual(['owner'])
  expect(rights.delete).toEqual(['owner'])
  expect(rights.team).toEqual(['owner'])
})

import { exportSPKI } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { acceptInvitation } from '@/lib/applications/join'
import { appointOwner, handOver, leaveTeam, makeOwner } from '@/lib/applications/team'
import { addClientKey } from '@/lib/credentials/client-keys'
import { revealSecret } from '@/lib/credentials/client-secret'
import { database } from '@/lib/database'
import { succeed } from '@/lib/result'
import { changeAccess } from '@/lib/validation/account-access'
import { enableEndpoint, rotateSigningSecret } from '@/lib/webhooks/endpoint'
import { executeAs } from '@/scripts/launch/execute-as'
import { createKey } from '@/test/client-keys'
import { createDeveloper, type Developer } from '@/test/factories'
import { createOrganisation } from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { addToTeam } from '@/test/team'
import { createInState } from '@/test/validation'
import { createEndpoint } from '@/test/webhooks'
import { moveIntoOrganisation } from './move-into-organisation'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })
const reason = 'Asked about it.'

let administrator: { id: string; role: 'administrator' }
/** A Production application that serves, with two owners and a member. */
let id: string
let owner: Developer
let second: Developer
let member: Developer
/** An organisation of the first owner, with another owner. */
let organisation: string
let partner: Developer
/** Who got which mails, from the last of the preparations on. */
let mails: () => Promise<string[]>

beforeEach(async () => {
  administrator = { id: (await createDeveloper({ role: 'administrator' })).id, role: 'administrator' }
  const draft = await createInState(sql, administrator, 'active')
  id = draft.applicationId
  const { email } = await database().developer.findUniqueOrThrow({ where: { id: draft.owner.id } })
  owner = { ...draft.owner, email, role: 'developer' }
  second = await addToTeam(id, owner, 'owner')
  member = await addToTeam(id, owner, 'member')
  organisation = await createOrganisation(owner)
  partner = await addToTeam(organisation, owner, 'owner')
  const people = { owner, second, member, partner }
  mails = async () => {
    const sent = await database().mailMessage.findMany({ orderBy: { id: 'asc' } })
    return sent.flatMap(({ developerId, template }) =>
      Object.entries(people).flatMap(([who, each]) =>
        each.id === developerId ? [`${who} ${template}`] : [],
      ),
    )
  }
  await forget()
})

const forget = () => sql.query('DELETE FROM mail_message')

async function endpoint(): Promise<string> {
  await createEndpoint(id, owner)
  const found = await database().webhookEndpoint.findFirstOrThrow({ where: { applicationId: id } })
  await forget()
  return found.id
}

const bothOwners = (template: string) => [`owner ${template}`, `second ${template}`]

/** Everything that gives someone more of a Production application: who is mailed, whoever pressed the button. */
const acts: Record<string, { mails: string[]; act: () => Promise<unknown> }> = {
  'an invitation': {
    mails: bothOwners('team-changed'),
    act: () =>
      executeAs(owner, inviteToTeam, { target: id, input: { email: 'bob@example.com', role: 'owner' } }),
  },
  'its acceptance': {
    mails: [...bothOwners('team-changed'), 'partner team-changed'],
    act: async () => {
      const invited = await succeed(
        executeAs(owner, inviteToTeam, { target: id, input: { email: partner.email, role: 'owner' } }),
      )
      await forget()
      return executeAs(partner, acceptInvitation, { target: invited.id })
    },
  },
  'a further owner': {
    mails: ['member ownership-given', ...bothOwners('team-changed')],
    act: () => executeAs(owner, makeOwner, { target: id, input: { memberId: member.id } }),
  },
  'a hand-over': {
    mails: ['member ownership-given', ...bothOwners('team-changed')],
    act: () => executeAs(owner, handOver, { target: id, input: { memberId: member.id } }),
  },
  'the departure of the last owner, of which a member becomes one': {
    mails: ['member ownership-given', 'owner team-removed'],
    act: async () => {
      await executeAs(second, leaveTeam, { target: id })
      await forget()
      return executeAs(owner, leaveTeam, { target: id })
    },
  },
  'an appointment': {
    mails: ['member ownership-given', ...bothOwners('team-changed')],
    act: async () => {
      const owners = { id: { in: [owner.id, second.id] } }
      await database().developer.updateMany({ where: owners, data: { suspendedAt: new Date() } })
      return executeAs(administrator, appointOwner, { target: id, input: { memberId: member.id, reason } })
    },
  },
  'a move into an organisation': {
    mails: [...bothOwners('application-moved'), 'partner application-moved'],
    act: () =>
      executeAs(owner, moveIntoOrganisation, { target: id, input: { organisationId: organisation } }),
  },
  'a new owner of its organisation': {
    mails: ['member ownership-given', 'owner team-changed', 'partner team-changed', 'second team-changed'],
    act: async () => {
      await executeAs(owner, moveIntoOrganisation, { target: id, input: { organisationId: organisation } })
      await addToTeam(organisation, owner, 'member', member)
      await forget()
      return executeAs(owner, makeOwner, { target: organisation, input: { memberId: member.id } })
    },
  },
  'a webhook endpoint': { mails: bothOwners('webhook-changed'), act: () => createEndpoint(id, owner) },
  'another signing secret': {
    mails: bothOwners('webhook-changed'),
    act: async () =>
      executeAs(owner, rotateSigningSecret, { target: id, input: { endpointId: await endpoint() } }),
  },
  'an endpoint that is enabled again': {
    mails: bothOwners('webhook-changed'),
    act: async () => {
      const endpointId = await endpoint()
      const data = { disabledAt: new Date(), disabledReason: 'gone' } as const
      await database().webhookEndpoint.update({ where: { id: endpointId }, data })
      return executeAs(owner, enableEndpoint, { target: id, input: { endpointId } })
    },
  },
  'other accounts': {
    mails: [...bothOwners('access-changed'), 'member access-changed'],
    act: () => executeAs(administrator, changeAccess, { target: id, input: { access: [221771234567n] } }),
  },
  'its secret': {
    mails: bothOwners('secret-revealed'),
    act: () => executeAs(owner, revealSecret, { target: id }),
  },
  'a public key': {
    mails: bothOwners('client-keys-changed'),
    act: async () =>
      executeAs(owner, addClientKey, {
        target: id,
        input: { publicKey: await exportSPKI((await createKey()).publicKey) },
      }),
  },
}

test.each(Object.entries(acts))(
  '%s is mailed to all owners, before and after',
  async (_, { mails: expected, act }) => {
    const result = await act()
    if (typeof result !== 'string') expect(result).toMatchObject({ ok: true })
    expect((await mails()).sort()).toEqual(expected.toSorted())
  },
)

test('an invitation says nothing to owners about who has an account', async () => {
  const known = await createDeveloper()
  await database().developer.update({ where: { id: known.id }, data: { displayName: 'Bob' } })
  await executeAs(owner, inviteToTeam, { target: id, input: { email: known.email, role: 'member' } })
  expect((await readOutbox(second.email)).at(-1)?.props).not.toHaveProperty('personName')
})

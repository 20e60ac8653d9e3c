import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { callAction } from '@/test/access/next-request'
import { type Person, setScene } from '@/test/access/scene'
import { formOf } from '@/test/forms'
import { createOrganisation } from '@/test/organisations'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { createInState } from '@/test/validation'

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration'] })

const confirm = (person: Person, at: Date | null) =>
  database().session.update({ where: { id: person.claims.sessionId }, data: { confirmedAt: at } })

test('a stolen session gives no Production application away, in however many steps', async () => {
  const scene = await setScene(sql)
  const [alice, bob] = [scene.owner, scene.other]
  const { applicationId } = await createInState(sql, { id: scene.reviewer.id, role: 'reviewer' }, 'active')
  await sql.query('UPDATE application_member SET developer_id = $1 WHERE application_id = $2', [
    alice.id,
    applicationId,
  ])
  await confirm(alice, null)
  const organisation = await createOrganisation(bob)
  const invite = 'app/_team/actions.ts inviteMember'
  await callAction(bob, invite, [organisation, {}, formOf({ email: alice.email, role: 'owner' })])
  const { id: invitation } = await database().membershipInvitation.findFirstOrThrow({
    where: { email: alice.email },
  })

  const accept = 'app/_team/actions.ts acceptInvitation'
  const joins = [invitation, {}, formOf({ confirming: 'yes' })]
  expect((await callAction(alice, accept, joins)).answer).toMatchObject({ confirmation: {} })
  // Or she has joined herself, for good reasons.
  await confirm(alice, new Date())
  expect((await callAction(alice, accept, joins)).redirect).toContain('done=joined')
  await confirm(alice, null)

  const steps: [string, unknown[]][] = [
    [
      'app/(portal)/applications/[id]/edit/actions.ts moveToOrganisation',
      [applicationId, {}, formOf({ organisationId: organisation, confirming: 'yes' })],
    ],
    [
      'app/(portal)/organisations/[id]/actions.ts moveApplicationIn',
      [organisation, {}, formOf({ applicationId, confirming: 'yes' })],
    ],
    [invite, [applicationId, {}, formOf({ email: bob.email, role: 'owner', confirming: 'yes' })]],
    ['app/_team/actions.ts leaveTeam', [applicationId, {}, formOf({ confirming: 'yes' })]],
  ]
  for (const [name, given] of steps)
    expect([name, (await callAction(alice, name, given)).answer]).toMatchObject([name, { confirmation: {} }])
  const application = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
  expect(application.organisationId).toBeNull()

  await confirm(alice, new Date())
  const [[move, given]] = steps as [[string, unknown[]]]
  expect((await callAction(alice, move, given)).redirect).toContain('done=moved')
  for (const { email } of [alice, bob])
    expect((await readOutbox(email)).at(-1)).toMatchObject({
      template: 'application-moved',
      props: { personEmail: alice.email, environment: 'production' },
    })
})

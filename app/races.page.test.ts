import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '@/lib/database'
import { actionFixtures } from '@/test/access/action-fixtures'
import { findBroken } from '@/test/access/invariants'
import { callAction, type Outcome } from '@/test/access/next-request'
import { raceCommands, Stage } from '@/test/access/race-commands'
import { setScene } from '@/test/access/scene'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'

// Runs two state-changing commands at the same time, in a scene that both share, on a real database.

const account = 'app/(portal)/account/actions.ts'
/** The pairs that failed once, and those that locks are for. */
const pairs = [
  ['reviewer approves', 'reviewer joins'],
  ['reviewer approves', 'owner invites the reviewer'],
  ['administrator reinstates', 'administrator joins the suspended'],
  ['reviewer claims', 'reviewer loses the role'],
  ['reviewer claims', 'reviewer joins'],
  ['owner meets other', 'other meets owner'],
  ['owner meets other', 'owner deletes the account'],
  ['owner meets other', 'other owner deletes the account'],
  ['owner deletes the account', 'other owner deletes the account'],
  ['owner deletes the account', 'other owner is suspended'],
  ['owner is suspended', 'other owner is suspended'],
  ['owner deletes the account', 'app/(portal)/applications/new/actions.ts createApplication'],
  ['owner leaves', 'other owner leaves'],
  ['owner removes the other', 'other removes the owner'],
  ['owner hands over', 'owner hands over'],
  ['owner rotates', 'owner rotates'],
  ['owner rotates', 'a token is minted'],
  ['owner rotates', 'tokens are minted together'],
  ['reviewer verifies the organisation', 'reviewer joins the organisation'],
  ['organisation is suspended', 'owner moves the application in'],
  ['owner closes the organisation', 'owner moves the application in'],
  ['owner closes the organisation', 'owner creates an application in it'],
  ['owner closes the organisation', 'other owner deletes the account'],
  ['owner leaves the organisation', 'other leaves the organisation'],
  [
    'app/(portal)/applications/[id]/actions.ts switchBackToSecret',
    'app/(portal)/applications/[id]/delete/actions.ts removeApplication',
  ],
  [`${account} renewCodes`, `${account} renewCodes`],
  [`${account} changeOwnPassword`, `${account} changeOwnPassword`],
  ['app/(auth)/two-factor/actions.ts turnOnAuthenticator', 'app/_request/sign-out.ts signOut'],
] as const

const { owner: sql } = withOwnDatabase({ requirements: ['Tax registration', 'Signed terms'] })
let keeper: string

beforeAll(async () => {
  process.env.SANDBOX_AUTH_URL = 'http://localhost:9'
  keeper = (await createDeveloper({ role: 'administrator' })).id
})

afterAll(async () => {
  delete process.env.SANDBOX_AUTH_URL
  await closeDatabase()
  const { rows } = await sql.query(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  )
  // One would be tried again, and pass: but locks are taken in one order, so that there is none.
  expect(rows).toEqual([{ deadlocks: 0 }])
})

// ASVS 15.4.2
test.each(pairs)(
  '%s | %s',
  async (first, second) => {
    // Reviewers of earlier scenes get no e-mail from this one.
    await sql.query(`UPDATE developer SET role = 'developer' WHERE role <> 'developer' AND id <> $1`, [
      keeper,
    ])
    const stage = new Stage(await setScene(sql))
    const fire = [await prepare(first, stage), await prepare(second, stage)]
    const before = await findBroken(sql)
    const outcomes = await Promise.allSettled(fire.map((each) => each()))
    expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual([])
    expect((await findBroken(sql)).filter((each) => !before.includes(each))).toEqual([])
  },
  60_000,
)

function prepare(name: string, stage: Stage) {
  const command = raceCommands[name]
  return command ? command(stage) : prepareAction(name, stage)
}

async function prepareAction(name: string, { scene }: Stage) {
  const fixture = actionFixtures[name]
  if (!fixture) throw new Error(`There is no ${name}.`)
  const given = await fixture.arguments(scene)
  const caller = fixture.by === 'stranger' ? null : scene[fixture.by]
  return async () => refuseCrash(await callAction(caller, name, given))
}

/** A redirect, a "not found" and a message are valid results; anything else thrown would be a 500. */
function refuseCrash(outcome: Outcome): Outcome {
  if (outcome.refusal) throw new Error(outcome.refusal)
  return outcome
}

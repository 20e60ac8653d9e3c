import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase } from '@/lib/database'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { recipes } from '@/test/walls/action-recipes'
import { findBroken } from '@/test/walls/invariants'
import { callAction, type Outcome } from '@/test/walls/next-request'
import { raceCommands, Stage } from '@/test/walls/race-commands'
import { setScene } from '@/test/walls/scene'

// Runs every state-changing command concurrently with every other, in a scene that both share, on a real database.
// RACES=all tries all pairs, RACES=2/8 the second eighth of them, RACES=500 that many, RACES="one | other" a
// single one; the default is a small sample.

type Racer = (stage: Stage) => Promise<() => Promise<unknown>>

const account = 'app/(portal)/account/actions.ts'
/** The pairs that failed once, and those that locks of organisations are for. */
const remembered = [
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
  ['owner deletes the account', 'app/(portal)/applications/new/actions.ts createApplication'],
  ['owner leaves', 'other owner leaves'],
  ['reviewer verifies the organisation', 'reviewer joins the organisation'],
  ['organisation is suspended', 'owner moves the application in'],
  ['owner closes the organisation', 'owner moves the application in'],
  ['owner closes the organisation', 'owner creates an application in it'],
  ['owner closes the organisation', 'other owner deletes the account'],
  ['owner leaves the organisation', 'other leaves the organisation'],
  [
    'app/(portal)/applications/[id]/actions.ts switchBack',
    'app/(portal)/applications/[id]/delete/actions.ts removeApplication',
  ],
  [`${account} renewCodes`, `${account} renewCodes`],
  [`${account} changeOwnPassword`, `${account} changeOwnPassword`],
  ['app/(auth)/two-factor/actions.ts turnOn', 'app/_request/sign-out.ts signOut'],
] as const
const sampled = 12

const racers = new Map<string, Racer>([
  ...Object.entries(raceCommands),
  ...Object.entries(recipes)
    .filter(([name, { writes }]) => writes !== false && !name.endsWith('(inline)'))
    .map(([name, recipe]): [string, Racer] => [
      name,
      async ({ scene }) => {
        const given = await recipe.arguments(scene)
        const caller = recipe.by === 'stranger' ? null : scene[recipe.by]
        return async () => refuseCrash(await callAction(caller, name, given))
      },
    ]),
])

// Invariants are checked over a whole database, so it takes longer the more scenes it has.
describe.each(inGroups(choosePairs(), 100))('pairs from %s on', (_, pairs) => {
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
      expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))).toEqual(
        [],
      )
      expect((await findBroken(sql)).filter((each) => !before.includes(each))).toEqual([])
    },
    60_000,
  )
})

describe('the pool of pairs', () => {
  test('names every action and command once, and no others', () => {
    expect(racers.size).toBeGreaterThan(80)
    for (const name of remembered.flat()) expect([...racers.keys()]).toContain(name)
  })
})

function prepare(name: string, stage: Stage) {
  const racer = racers.get(name)
  if (!racer) throw new Error(`There is no ${name}.`)
  return racer(stage)
}

function choosePairs(): [string, string][] {
  const names = [...racers.keys()]
  const all = names.flatMap((first, at) => names.slice(at).map((second): [string, string] => [first, second]))
  const { RACES: wanted = '' } = process.env
  if (wanted === 'all') return all
  if (wanted.includes('|')) return [wanted.split(' | ') as [string, string]]
  const [part = 0, parts = 0] = wanted.split('/').map(Number)
  if (parts > 0) return all.filter((_, at) => at % parts === part - 1)
  const step = Math.floor(all.length / (Number(wanted) || sampled))
  return [...remembered.map(([...pair]): [string, string] => pair), ...all.filter((_, at) => at % step === 0)]
}

function inGroups<Item>(items: Item[], size: number): [from: number, Item[]][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size)
  return starts.map((start) => [start, items.slice(start, start + size)])
}

/** A redirect, a "not found" and a message are valid results; anything else thrown would be a 500. */
function refuseCrash(outcome: Outcome): Outcome {
  if (outcome.refusal) throw new Error(outcome.refusal)
  return outcome
}

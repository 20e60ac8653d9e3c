import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createAccount, createClient, createTestAccount } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { type FoundBearer, findBearers } from './queries'
import { hashToken } from './token'

const database = withOwnDatabase()
const numbers = {
  shared: '221770000001',
  granted: '221770000002',
  own: '221790000003',
  unknown: '221770000004',
}
const states = [
  'whole',
  'listed',
  'suspended',
  'expired',
  'rehearsing',
  'ended in a rehearsal',
  'elsewhere',
] as const
const environments = ['sandbox', 'production'] as const

const nameToken = (environment: string, state: string) => hashToken(`${environment} ${state}`)

beforeAll(async () => {
  for (const environment of environments) {
    for (const msisdn of [numbers.shared, numbers.granted])
      await createAccount(database.owner, msisdn, { environment })
    for (const state of states) await createToken(environment, state)
  }
})

async function createToken(environment: (typeof environments)[number], state: (typeof states)[number]) {
  const other = environment === 'sandbox' ? 'production' : 'sandbox'
  const isElsewhere = state === 'elsewhere'
  const { applicationId } = await createClient(database.owner, {
    environment: isElsewhere ? other : environment,
    ...(state === 'suspended' && { state }),
  })
  const life = state === 'expired' || state === 'ended in a rehearsal' ? '0 s' : '5 minutes'
  await database.owner.query(
    `INSERT INTO access_token (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
     VALUES ($1, 1, '\\x01', 'test', decode($2, 'hex'), now() - interval '1 s', now() + $3::interval)`,
    [applicationId, nameToken(environment, state), life],
  )
  // Sandbox applications read every account.
  if (state === 'listed' && environment === 'production')
    await database.owner.query(
      `WITH listed AS (UPDATE application SET access = 'listed' WHERE id = $1)
       INSERT INTO account_grant (application_id, msisdn) VALUES ($1, $2)`,
      [applicationId, numbers.granted],
    )
  if (environment === 'sandbox' && !isElsewhere) {
    await createTestAccount(database.owner, applicationId, numbers.own, {})
    if (state.includes('rehears'))
      await database.owner.query('SELECT start_rehearsal($1, $2)', [applicationId, newId()])
  }
}

const describeFound = (found: FoundBearer) =>
  found === null ? 'null' : 'ended' in found ? 'ended' : found.account ? 'account' : 'none'

describe.each(environments)('in %s', (environment) => {
  const questions = states.flatMap((state) =>
    Object.values(numbers).map((msisdn) => ({ tokenHash: nameToken(environment, state), msisdn })),
  )
  const ask = (some: typeof questions) => findBearers(database.gateway, environment, some, 'test')

  test('each token reads what it may of each number', async () => {
    const found = (await ask(questions)).map(describeFound)
    const own = environment === 'sandbox' ? 'account' : 'none'
    const rows = states.map((_, index) => found.slice(index * 4, index * 4 + 4))
    expect(rows).toEqual([
      ['account', 'account', own, 'none'],
      environment === 'sandbox' ? ['account', 'account', own, 'none'] : ['none', 'account', own, 'none'],
      ['null', 'null', 'null', 'null'],
      ['null', 'null', 'null', 'null'],
      ['account', 'account', own, 'none'],
      environment === 'sandbox' ? ['ended', 'ended', 'ended', 'ended'] : ['null', 'null', 'null', 'null'],
      ['null', 'null', 'null', 'null'],
    ])
  })

  test('alone it is the same', async () => {
    const together = await ask(questions)
    const alone: FoundBearer[] = []
    for (const question of questions) alone.push(...(await ask([question])))
    expect(alone).toEqual(together)
  })

  test('without a number, alone and among others, there is no account', async () => {
    const question = { tokenHash: nameToken(environment, 'whole'), msisdn: null }
    const found = [...(await ask([question as never])), ...(await ask([question, question] as never))]
    expect(found.map(describeFound)).toEqual(['none', 'none', 'none'])
  })
})

test('a token that ends between the two statements of a test account opens nothing', async () => {
  const question = { tokenHash: nameToken('sandbox', 'whole'), msisdn: numbers.own }
  let asked = 0
  const pool = {
    async query(statement: object) {
      if (++asked === 2)
        await database.owner.query(
          `UPDATE access_token SET expires_at = now() WHERE token_hash = decode($1, 'hex')`,
          [question.tokenHash],
        )
      return database.gateway.query(statement as never)
    },
  }
  expect(await findBearers(pool as never, 'sandbox', [question], 'test')).toEqual([null])
  expect(asked).toBe(2)
})

import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { carryingRequests } from '@/lib/request'
import type { Standby } from '@/lib/standby'
import { nameStatement, type Statement } from '@/lib/statement'
import type { Memory } from './memory'
import {
  type Account,
  applicationOfToken,
  type Bearer,
  type BearerQuestion,
  type EndedBearer,
  type FoundBearer,
  findBearers,
  mayRead,
  operatorsAccount,
  ownColumns,
  type RememberedBearer,
  readAccount,
  readWhose,
  splitLines,
  toArrays,
  toNumbers,
  wordsOfAccount,
} from './queries'

/** The server from which the accounts of one batch were read. */
export type Source = 'primary' | 'standby'

/**
 * Returns the same as {@link findBearers}, but reads the operator's accounts from a standby, while the primary decides
 * who calls and what they may read: a token that was just revoked is never accepted. Applications' own test accounts
 * are read from the primary, as their owners change them in the portal and expect the change immediately. If anything
 * fails on the standby, the primary is read instead.
 * @param standby null when none is fresh enough
 * @param requestIds of all requests in the batch, see {@link carryingRequests}
 * @param onRead called with the server that was read, and for how many questions
 */
export async function findBearersApart(
  primary: Pool,
  standby: Standby | null,
  memory: Memory<RememberedBearer>,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
  onRead: (source: Source, count: number) => void,
): Promise<FoundBearer[]> {
  if (standby) {
    const [rights, accounts] = await Promise.all([
      findRights(primary, environment, questions, requestIds),
      standby.read((pool) => findAccounts(pool, environment, questions, requestIds)),
    ])
    if (accounts) {
      onRead('standby', questions.length)
      return rights.map(
        (right, index) => right && ('ended' in right ? right : combine(right, accounts[index] ?? null)),
      )
    }
  }
  onRead('primary', questions.length)
  return findBearers(primary, memory, environment, questions, requestIds)
}

type Right = Omit<Bearer, 'account'> & { mayRead: boolean; own: Account | null }

function combine({ mayRead, own, ...bearer }: Right, account: Account | null): Bearer {
  return { ...bearer, account: (mayRead ? account : null) ?? own }
}

const ownTestAccount = `
  LEFT JOIN LATERAL (
    SELECT ${ownColumns} FROM test_account o WHERE o.application_id = t.application_id AND o.msisdn = q.msisdn LIMIT 1
  ) w ON true`

const rightsWith = (environment: Environment, ownWords: string, own: string) =>
  nameStatement(
    'find-rights',
    `
  SELECT string_agg(concat_ws(' ', q.position, t.application_id, t.rate_limit, t.networks, t.rehearsal,
    ${mayRead('t.application_id', "t.access = 'all'")}${ownWords}), E'\\n')
  FROM unnest($1::bytea[], $2::bigint[]) WITH ORDINALITY AS q (hash, msisdn, position)
  CROSS JOIN LATERAL ${applicationOfToken(environment, '$4::environment')}${own}
  WHERE ${carryingRequests('$3')}`,
  )

const rights: Record<Environment, Statement> = {
  sandbox: rightsWith('sandbox', `, ${wordsOfAccount}`, ownTestAccount),
  production: rightsWith('production', '', ''),
}

async function findRights(
  primary: Pool,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
) {
  const found: (Right | EndedBearer | null)[] = new Array(questions.length).fill(null)
  const values = [...toArrays(questions), requestIds, environment]
  for (const words of await readLines(primary, rights[environment], values)) {
    const whose = readWhose(words)
    found[Number(words[0]) - 1] =
      'ended' in whose ? whose : { ...whose, mayRead: words[5] === 't', own: readAccount(words, 6) }
  }
  return found
}

const accounts = nameStatement(
  'find-accounts',
  `
  SELECT string_agg(concat_ws(' ', q.position, ${wordsOfAccount}), E'\\n')
  FROM unnest($1::bigint[]) WITH ORDINALITY AS q (msisdn, position)
  CROSS JOIN LATERAL (${operatorsAccount('$3::environment')} LIMIT 1) w
  WHERE ${carryingRequests('$2')}`,
)

async function findAccounts(
  standby: Pool,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
) {
  const found: (Account | null)[] = new Array(questions.length).fill(null)
  const values = [toNumbers(questions), requestIds, environment]
  for (const words of await readLines(standby, accounts, values))
    found[Number(words[0]) - 1] = readAccount(words, 1)
  return found
}

async function readLines(pool: Pool, statement: Statement, values: string[]): Promise<string[][]> {
  const { rows } = await pool.query<[string | null]>({ ...statement, rowMode: 'array', values })
  return splitLines(rows[0]?.[0])
}

import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { carryingRequests } from '@/lib/request-context'
import { askedRows, flag, foundRows, group, lookUpRows } from '@/lib/rows'
import type { Standby } from '@/lib/standby'
import { onPrimary } from '@/lib/statement'
import {
  type Account,
  account,
  askedBearers,
  type BearerQuestion,
  bearerColumns,
  type FoundBearer,
  findBearers,
  mayRead,
  operatorsAccount,
  testAccount,
  toBearer,
  tokenOf,
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
      return rights.map(({ found, mayRead }, index) =>
        mayRead && found && 'account' in found
          ? { ...found, account: accounts[index] ?? found.account }
          : found,
      )
    }
  }
  onRead('primary', questions.length)
  return findBearers(primary, environment, questions, requestIds)
}

const rightsIn = (environment: Environment) => {
  const access = group({ mayRead: flag(mayRead('t."applicationId"', 't."readsAll"')) })
  // Only the Sandbox has test accounts.
  const own = `${testAccount('t."applicationId"')}${environment === 'sandbox' ? '' : ' AND false'} LIMIT 1`
  return lookUpRows(
    'find-right',
    askedBearers,
    foundRows({ rights: bearerColumns[environment], access, own: account }),
    `CROSS JOIN LATERAL ${tokenOf(environment, '$2::environment')}
  LEFT JOIN LATERAL (${own}) w ON true
  WHERE ${carryingRequests('$1')} AND ${onPrimary}`,
  )
}

const lookUps = { sandbox: rightsIn('sandbox'), production: rightsIn('production') }

async function findRights(
  primary: Pool,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
) {
  const bearers: { found: FoundBearer; mayRead: boolean }[] = questions.map(() => ({
    found: null,
    mayRead: false,
  }))
  await lookUps[environment](
    primary,
    questions,
    [requestIds, environment],
    ({ rights, access, own }, index) => {
      bearers[index] = { found: toBearer(rights, own), mayRead: access?.mayRead ?? false }
    },
  )
  return bearers
}

const lookUpAccounts = lookUpRows(
  'find-account',
  askedRows<BearerQuestion>({ msisdn: ['bigint', ({ msisdn }) => msisdn] }),
  foundRows({ account }),
  `CROSS JOIN LATERAL (${operatorsAccount('$2::environment')} LIMIT 1) w
  WHERE ${carryingRequests('$1')}`,
)

async function findAccounts(
  standby: Pool,
  environment: Environment,
  questions: BearerQuestion[],
  requestIds: string,
) {
  const found: (Account | null)[] = new Array(questions.length).fill(null)
  await lookUpAccounts(standby, questions, [requestIds, environment], ({ account }, index) => {
    found[index] = account
  })
  return found
}

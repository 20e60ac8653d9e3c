import { randomInt } from 'node:crypto'
import { Pool } from 'pg'
import { connectTo } from '@/lib/database'
import type { Environment } from '@/lib/tokens/token'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { createAccount, createClient, createDeveloper } from '@/test/factories'
import { type Cluster, startCluster } from '../cluster/start'
import { createCaller } from './caller'
import { createChangingAccount, staleness } from './changing-accounts'
import { accountBody } from './expectation'
import type { Program } from './load'
import { openSmtpSink } from './smtp-sink'
import { createVisitor } from './visitor'
import type { World } from './world'

type Options = { firstPort: number; dataDir: string; smtpAway: number }

const counts = { sandbox: 40, production: 20, accounts: 200, changing: 4 }
/** Beyond the cluster's ports. */
const relayOffset = 8
const settings = {
  // Too high to be reached, so that every call queries Redis.
  SANDBOX_RATE_LIMIT: '10000000',
  PRODUCTION_RATE_LIMIT: '10000000',
  DATABASE_READ_STALENESS: String(staleness),
  // Where the receivers of webhooks are.
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
}

/** Starts a cluster whose mail relay can fail, with programs and accounts in it. */
export async function createWorld({ firstPort, dataDir, smtpAway }: Options): Promise<World> {
  const smtpSink = await openSmtpSink(firstPort + relayOffset)
  stopLater(() => smtpSink.close())
  const variation = { settings, smtpUrl: smtpSink.url }
  const cluster = await startCluster({ firstPort, dataDir, variation })
  const owner = openAsPortal(cluster)
  const caller = createCaller(firstPort)
  stopLater(() => caller.close())
  const programs = await createPrograms(owner)
  const visitor = await createVisitor(owner)
  const reviewer = await createDeveloper({ role: 'reviewer' }, owner)
  const { accounts, changing } = await createAccounts(owner)
  return {
    cluster,
    owner,
    caller,
    programs,
    visitor,
    accounts,
    changing,
    reviewer,
    smtpSink,
    smtpAway,
  }
}

/** Makes the commands of `lib` work here as in a portal: its settings, and PgBouncer. @returns a pool as the owner */
function openAsPortal({ members, ports }: Cluster): Pool {
  const [member] = members
  if (!member) throw new Error('the cluster has no member')
  Object.assign(process.env, member.environment, member.keys)
  connectTo(member.databases.portal)
  const owner = new Pool({
    connectionString: member.databases.owner,
    max: 4,
    application_name: `guichet-faults-${ports.proxy}`,
    connectionTimeoutMillis: 5000,
  })
  owner.on('error', () => {})
  return owner
}

async function createPrograms(owner: Pool): Promise<Program[]> {
  const programs: Program[] = []
  for (const environment of ['sandbox', 'production'] as const)
    for (let made = 0; made < counts[environment]; made++) {
      const { clientId, clientSecret } = await createClient(owner, { environment, name: `Faults ${made}` })
      programs.push({
        environment,
        clientId,
        clientSecret,
        known: null,
        revoking: false,
        revocations: 0,
        doubtful: new Set(),
      })
    }
  return programs
}

/** The constant accounts in both environments, then the changing ones. */
async function createAccounts(owner: Pool) {
  const first = 221_800_000_000 + 1000 * randomInt(1, 90_000)
  const asOf = '2026-11-21T09:00:00Z'
  const create = async (environments: readonly Environment[], index: number) => {
    const msisdn = String(first + index)
    const balance = String(1000 + index * 37)
    for (const environment of environments) await createAccount(owner, msisdn, { environment, balance, asOf })
    return { msisdn, body: accountBody(msisdn, balance, asOf) }
  }
  const environments = ['sandbox', 'production'] as const
  const accounts = await Promise.all(
    Array.from({ length: counts.accounts }, (_, index) => create(environments, index)),
  )
  const changing = await Promise.all(
    Array.from({ length: counts.changing * environments.length }, async (_, index) => {
      const environment = environments[index % environments.length] as Environment
      const { msisdn, body } = await create([environment], counts.accounts + index)
      return createChangingAccount(environment, msisdn, body)
    }),
  )
  return { accounts, changing }
}

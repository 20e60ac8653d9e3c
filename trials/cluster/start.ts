import { join } from 'node:path'
import { SettingsError } from '@/lib/env'
import { buildAll, defaultTarget } from '@/scripts/launch/build/build'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { prepareRolesOn } from '@/scripts/launch/postgres/roles'
import { claimDataDir } from '@/scripts/launch/start/claim'
import { step } from '@/scripts/launch/start/console'
import type { Installation } from '@/scripts/launch/start/installation'
import { findObstacle } from '@/scripts/launch/start/ports'
import { prepareDatabase } from '@/scripts/launch/start/prepare'
import { prepareEnvironment } from '@/scripts/launch/start/processes'
import { waitUntilReady } from '@/scripts/launch/start/ready'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { type ProcessPlan, type Supervised, supervise } from '@/scripts/launch/start/supervise'
import type { Prepared } from '@/scripts/operate/prepare/database'
import { planEngines } from './engines'
import { type ClusterFolders, prepareFolders, writeConfigs } from './folders'
import { requirePrograms } from './packages'
import { type ClusterPorts, listPorts, members, planPorts } from './ports'
import { waitForBoth } from './primary'
import { describeMember, planMailbox, planMember, type Variation } from './product'

/** A running cluster: each of its processes by name, and its configuration. */
export type Cluster = {
  ports: ClusterPorts
  folders: ClusterFolders
  processes: Map<string, Supervised>
  members: Installation[]
  prepared: Prepared
}

type Options = {
  firstPort: number
  dataDir: string
  variation?: Variation
}

/**
 * Starts every engine and the product on it, each supervised, and stops all of them at the end of this process.
 * @throws SettingsError with a sentence about what is missing or in use
 */
export async function startCluster({ firstPort, dataDir, variation = {} }: Options): Promise<Cluster> {
  const ports = planPorts(firstPort)
  await claimDataDir(dataDir)
  await refuseTaken(ports)
  const programs = await step('Looking for the engines', async ({ at }) => requirePrograms(at))
  const folders = prepareFolders(dataDir)
  writeConfigs(folders, ports, programs)
  const processes = new Map<string, Supervised>()
  const start = (plan: ProcessPlan) =>
    processes.set(plan.name, supervise(plan, dataDir)).get(plan.name) as Supervised
  stopInOrder(processes, folders)
  const engines = planEngines(folders, ports, programs)
  await step('Starting etcd, PostgreSQL twice, PgBouncer, Redis and the proxies', async ({ ended }) => {
    await Promise.all(engines.map(start).map(waitUntilReady))
    await waitForBoth(ports)
    ended('A primary and its synchronous standby run')
  })
  await step('Building', async ({ at, ended }) => {
    ended((await buildAll(defaultTarget, at)) ? 'Built' : 'The build is up to date')
  })
  const described = Array.from({ length: members.gateways }, (_, index) =>
    describeMember(index, folders, ports, variation),
  )
  const prepared = await prepare(described[0] as Installation, folders, ports)
  await step('Starting the portals, gateways and workers', async ({ ended }) => {
    const mailbox = variation.smtpUrl ? undefined : planMailbox(described[0] as Installation, defaultTarget)
    const plans = described.flatMap((member, index) => planMember(index, member, defaultTarget))
    await Promise.all([...(mailbox ? [mailbox] : []), ...plans].map(start).map(waitUntilReady))
    ended(`${plans.length} processes are ready`)
  })
  return { ports, folders, processes, members: described, prepared }
}

async function prepare(
  member: Installation,
  folders: ClusterFolders,
  ports: ClusterPorts,
): Promise<Prepared> {
  return step('Migrating and seeding the database', async ({ ended }) => {
    const config = { host: '127.0.0.1', port: ports.primary, user: superuser, database: 'postgres' }
    await prepareRolesOn({ ...config, password: folders.passwords.superuser }, folders.keys.databasePasswords)
    const program = join(defaultTarget.outDir, 'prepare.js')
    const done = await prepareDatabase(program, prepareEnvironment(member), folders.dataDir)
    ended(`Database ready, ${done.migrations.length} migrations applied`)
    return done
  })
}

async function refuseTaken(ports: ClusterPorts): Promise<void> {
  for (const port of listPorts(ports)) {
    const reason = await findObstacle(port, '127.0.0.1')
    if (reason)
      throw new SettingsError(
        `Port ${port} cannot be used (${reason}): choose others with --port, the first of a hundred.`,
      )
  }
}

/** The product before its engines; a PostgreSQL whose Patroni was killed is stopped separately. */
function stopInOrder(processes: Map<string, Supervised>, { databaseFolder }: ClusterFolders): void {
  const layers = [
    /^proxy$|^portal|^gateway|^worker/,
    /^mailbox|^pooler|^primary|^redis/,
    // The standby doesn't wait for a primary that shuts down if both are stopped at the same time.
    /^database/,
    /^etcd/,
  ]
  stopLater(async () => {
    for (const layer of layers)
      await Promise.all([...processes].filter(([name]) => layer.test(name)).map(([, each]) => each.stop()))
    for (let index = 0; index < members.databases; index++)
      await stopPostmaster(join(databaseFolder(index), 'data'))
  })
}

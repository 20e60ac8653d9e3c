import { table } from '@/scripts/launch/start/console'
import { memberName } from './database-config'
import { publicAddresses } from './product'
import type { Cluster } from './start'

/** What the operator sees once the cluster runs. */
export function summarizeCluster({ ports, folders, prepared }: Cluster, primary: number): string {
  const { PORTAL_URL, SANDBOX_BASE_URL, PRODUCTION_BASE_URL } = publicAddresses(ports)
  const { reviewer } = prepared
  const list = (all: number[]) => all.join(', ')
  const [first = 0] = ports.metrics
  return `\nThe cluster is running. Ctrl-C stops it.\n\n${table([
    ['Portal', `${PORTAL_URL} (2 processes)`],
    ['Sandbox gateway', `${SANDBOX_BASE_URL} (3)`],
    ['Production gateway', `${PRODUCTION_BASE_URL} (3)`],
    ['Mailbox', `http://localhost:${ports.mailbox} (SMTP on port ${ports.smtp})`],
    [
      'PostgreSQL',
      `${ports.databases.map((port, index) => `${memberName(index)} on ${port}`).join(', ')}; primary: ${memberName(primary)}`,
    ],
    ['To the primary', `port ${ports.primary}; through PgBouncer port ${ports.pooler}`],
    ['Patroni', `ports ${list(ports.patroni)}; etcd ${ports.etcd}, Redis ${ports.redis}`],
    ['Metrics', `four ports each from ${list(ports.metrics)}: ${first} portal 1, ${first + 1} Sandbox 1, …`],
    ['Data and logs', folders.dataDir],
    [
      'Next step',
      reviewer && !reviewer.active
        ? `the activation link of the first reviewer, ${reviewer.email}, is in the mailbox`
        : 'npm run faults tests its resilience',
    ],
  ])}\n`
}

import { join } from 'node:path'
import { parseSettings, type Settings } from '@/lib/env'
import type { BuildTarget } from '@/scripts/launch/build/build'
import { databaseName, type RoleName, roleNames } from '@/scripts/launch/postgres/roles'
import { projectRoot } from '@/scripts/launch/root'
import type { Installation } from '@/scripts/launch/start/installation'
import { planProcesses } from '@/scripts/launch/start/processes'
import type { ProcessPlan } from '@/scripts/launch/start/supervise'
import type { ClusterFolders } from './folders'
import { type ClusterPorts, members } from './ports'
import { hostNames } from './proxy-config'

/** The differences of a cluster from the plain one. */
export type Variation = {
  /** of the product */
  settings?: Record<string, string>
  /** the relay's URL, instead of a mailbox that the cluster runs */
  smtpUrl?: string
}

/** The public URLs of a cluster. */
function publicAddresses({ proxy }: ClusterPorts) {
  const address = (name: keyof typeof hostNames) => `http://${hostNames[name]}:${proxy}`
  return {
    PORTAL_URL: address('portal'),
    SANDBOX_AUTH_URL: address('sandbox'),
    SANDBOX_BASE_URL: address('sandbox'),
    PRODUCTION_AUTH_URL: address('production'),
    PRODUCTION_BASE_URL: address('production'),
  }
}

/** One member's settings: its processes have their own ports and the same public URLs. */
export function describeMember(
  index: number,
  { dataDir, keys }: ClusterFolders,
  ports: ClusterPorts,
  variation: Variation = {},
): Installation {
  const urlOf = (role: RoleName, port: number) =>
    `postgres://${roleNames[role]}:${keys.databasePasswords[role]}@127.0.0.1:${port}/${databaseName}`
  const databases = {
    owner: urlOf('owner', ports.primary),
    portal: urlOf('portal', ports.pooler),
    gateway: urlOf('gateway', ports.primary),
    worker: urlOf('worker', ports.primary),
    feed: urlOf('feed', ports.primary),
  }
  const environment: Record<string, string> = {
    ...publicAddresses(ports),
    PORTAL_PORT: String(ports.portals[index]),
    SANDBOX_PORT: String(ports.sandbox[index]),
    PRODUCTION_PORT: String(ports.production[index]),
    METRICS_PORT: String(ports.metrics[index]),
    MAILBOX_PORT: String(ports.mailbox),
    MAILBOX_SMTP_PORT: String(ports.smtp),
    DATABASE_URL: databases.portal,
    // All standbys: the current primary is skipped.
    DATABASE_READ_URL: ports.databases.map((port) => urlOf('gateway', port)).join(','),
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    SMTP_URL: variation.smtpUrl ?? `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Guichet <no-reply@guichet.localhost>',
    REVIEWER_EMAIL: 'reviewer@guichet.localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    // Longer than the proxy in front needs to notice: its interval, twice its shorter one and a late response.
    DRAIN_SECONDS: '3',
    ...variation.settings,
  }
  const { portal, gateway, worker, feed } = roleNames
  const settings = parseSettings(environment as NodeJS.ProcessEnv)
  const { databasePasswords: _, ...own } = keys
  return {
    settings,
    environment: environment as NodeJS.ProcessEnv,
    dataDir,
    keys: { ...own, FEED_KEYS: '' },
    databases,
    roles: { portal, gateway, worker, feed },
  }
}

/** The mailbox that catches the cluster's e-mails. */
export function planMailbox(member: Installation, target: BuildTarget): ProcessPlan | undefined {
  const settings: Settings = { ...member.settings, SMTP_URL: undefined }
  return planProcesses({ ...member, settings }, target).find(({ name }) => name === 'mailbox')
}

/** The processes of one member, named by its number: portals and workers are fewer than gateways. */
export function planMember(index: number, member: Installation, target: BuildTarget): ProcessPlan[] {
  const counts: Record<string, number> = { portal: members.portals, worker: members.workers }
  const NODE_OPTIONS = `--require=${join(projectRoot, 'trials/cluster/localhost.cjs')}`
  return planProcesses(member, target)
    .filter(({ name }) => index < (counts[name] ?? members.gateways))
    .map((plan) => ({
      ...plan,
      name: `${plan.name}-${index + 1}`,
      title: `${plan.title} (${index + 1})`,
      env: { ...plan.env, NODE_OPTIONS },
    }))
}

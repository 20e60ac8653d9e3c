import { join } from 'node:path'
import { type Settings, settingNames } from '@/lib/env'
import { hostToAsk } from '@/lib/listen-address'
import { feedDrainMs, relayTimeoutMs } from '@/lib/timeout'
import type { BuildTarget } from '../build/build'
import { confidential } from './confidential'
import type { Installation } from './installation'
import type { ProcessPlan } from './supervise'

/** How each process is run, in starting order. */
export function planProcesses(installation: Installation, target: BuildTarget): ProcessPlan[] {
  const { settings } = installation
  return [
    ...(settings.SMTP_URL ? [] : [planMailbox(installation, target)]),
    planGateway('sandbox', settings.SANDBOX_PORT, installation, target),
    planGateway('production', settings.PRODUCTION_PORT, installation, target),
    planWorker(installation, target),
    ...(installation.keys.FEED_KEYS ? [planFeed(installation, target)] : []),
    planPortal(installation, target),
  ]
}

/** The environment of the process that migrates and seeds before the others start. */
export function prepareEnvironment(installation: Installation): Record<string, string> {
  const { databases, keys, settings } = installation
  return {
    ...shared(installation),
    DATABASE_URL: databases.owner,
    GUICHET_ROLES: JSON.stringify(installation.roles),
    GUICHET_EMBEDDED: settings.DATABASE_URL ? '' : '1',
    SECRET_ENCRYPTION_KEYS: keys.SECRET_ENCRYPTION_KEYS,
  }
}

function planPortal(installation: Installation, target: BuildTarget): ProcessPlan {
  const { databases, keys, settings } = installation
  return {
    name: 'portal',
    title: 'The portal',
    args: argumentsOf('portal', installation, target),
    ready: ready(settings.LISTEN_ADDRESS, settings.PORTAL_PORT),
    allowed: settings.DRAIN_SECONDS * 1000,
    env: {
      ...shared(installation),
      DATABASE_URL: databases.portal,
      NEXTAUTH_SECRET: keys.NEXTAUTH_SECRET,
      SECRET_ENCRYPTION_KEYS: keys.SECRET_ENCRYPTION_KEYS,
      SECRET_HASH_KEYS: keys.SECRET_HASH_KEYS,
      ...given('OIDC_CLIENT_SECRET', settings.OIDC_CLIENT_SECRET),
      NEXT_DIST_DIR: target.distDir,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  }
}

function planGateway(
  environment: 'sandbox' | 'production',
  port: number,
  installation: Installation,
  target: BuildTarget,
): ProcessPlan {
  const { databases, keys, settings } = installation
  return {
    name: `gateway-${environment}`,
    title: environment === 'sandbox' ? 'The Sandbox gateway' : 'The Production gateway',
    args: argumentsOf('gateway', installation, target),
    ready: ready(settings.LISTEN_ADDRESS, port),
    allowed: settings.DRAIN_SECONDS * 1000,
    env: {
      ...shared(installation),
      ...given('REDIS_URL', settings.REDIS_URL),
      ...given('DATABASE_READ_URL', settings.DATABASE_READ_URL.join(',') || undefined),
      GATEWAY_ENVIRONMENT: environment,
      DATABASE_URL: databases[environment] ?? databases.gateway,
      SECRET_HASH_KEYS: keys.SECRET_HASH_KEYS,
      TOKEN_KEYS: keys.TOKEN_KEYS,
    },
  }
}

function planWorker(installation: Installation, target: BuildTarget): ProcessPlan {
  const { databases, keys, settings } = installation
  return {
    name: 'worker',
    title: 'The worker',
    args: argumentsOf('worker', installation, target),
    ready: ready(settings.METRICS_ADDRESS, settings.METRICS_PORT + 3),
    allowed: relayTimeoutMs,
    env: {
      ...shared(installation),
      DATABASE_URL: databases.worker,
      SECRET_ENCRYPTION_KEYS: keys.SECRET_ENCRYPTION_KEYS,
      SMTP_URL: settings.SMTP_URL ?? `smtp://127.0.0.1:${settings.MAILBOX_SMTP_PORT}`,
      MAIL_FROM: settings.MAIL_FROM,
    },
  }
}

function planFeed(installation: Installation, target: BuildTarget): ProcessPlan {
  const { databases, keys, settings } = installation
  return {
    name: 'feed',
    title: 'The feed',
    args: argumentsOf('feed', installation, target),
    ready: ready(settings.FEED_ADDRESS, settings.FEED_PORT),
    allowed: feedDrainMs,
    env: { ...shared(installation), DATABASE_URL: databases.feed, FEED_KEYS: keys.FEED_KEYS },
  }
}

function planMailbox(installation: Installation, target: BuildTarget): ProcessPlan {
  return {
    name: 'mailbox',
    title: 'The mailbox',
    args: argumentsOf('mailbox', installation, target),
    ready: `http://127.0.0.1:${installation.settings.MAILBOX_PORT}/healthz`,
    env: shared(installation),
  }
}

function argumentsOf(
  name: keyof Settings['HEAP_MIB'],
  { settings }: Installation,
  { outDir }: BuildTarget,
): string[] {
  return [`--max-old-space-size=${settings.HEAP_MIB[name]}`, join(outDir, `${name}.js`)]
}

function shared({ dataDir, environment }: Installation): Record<string, string> {
  const open = settingNames.filter((name) => !confidential.has(name))
  const values = open.map((name) => given(name, environment[name] || undefined))
  return Object.assign({}, ...values, { NODE_ENV: 'production', DATA_DIR: dataDir })
}

function given(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

function ready(address: string, port: number): string {
  return `http://${hostToAsk(address)}:${port}/readyz`
}

import { join } from 'node:path'
import { bundle } from '@/scripts/launch/bundle.mjs'
import { projectRoot } from '@/scripts/launch/root'
import type { Contender } from './contenders'
import type { Setting } from './setting'

/** Connections to the database: the same for each server. */
const poolSize = 8

const ports = { guichet: 4801, afternoon: 4802 } as const

/** Of the programs that do not run. */
export const otherPorts = {
  PORTAL_PORT: '4811',
  SANDBOX_PORT: '4810',
  PRODUCTION_PORT: '4812',
  MAILBOX_PORT: '4813',
  MAILBOX_SMTP_PORT: '4814',
}

/** Bundles the gateway as `npm start` does. */
export function buildServer(): void {
  bundle(projectRoot, { gateway: 'gateway/main.ts' }, join(import.meta.dirname, '.bench'))
}

/** How to start a server over `setting`. Limits are on and set high; metering is on, as shipped. */
export function describeServer(name: keyof typeof ports, setting: Setting): Contender {
  const port = ports[name]
  if (name === 'guichet') return describeGateway(port, setting)
  const env = { ...setting.keys, DATABASE_URL: setting.ownerUrl, POOL_SIZE: String(poolSize) }
  return { name, port, env, command: ['node', join(import.meta.dirname, 'peers', `${name}.mjs`)] }
}

function describeGateway(port: number, setting: Setting): Contender {
  return {
    name: 'guichet',
    port,
    command: ['node', '--enable-source-maps', join(import.meta.dirname, '.bench', 'gateway.js')],
    env: {
      ...setting.keys,
      DATABASE_URL: setting.gatewayUrl,
      GATEWAY_ENVIRONMENT: 'sandbox',
      ...otherPorts,
      SANDBOX_PORT: String(port),
      METRICS_PORT: String(port + 19),
      SANDBOX_RATE_LIMIT: '10000000',
      TOKEN_RENEWAL_WINDOW: '90',
    },
  }
}

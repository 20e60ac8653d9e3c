import { closest } from '@/lib/closest'
import { removedSettings, secretNames, settingNames } from '@/lib/env'

const known = [...settingNames, ...secretNames.map((name) => `${name}_FILE`)] as string[]

/**
 * Read by Node, OpenTelemetry, Docker Compose (compose.yaml, and its passwords of earlier versions) and
 * PostgreSQL's driver.
 */
const ofOthers =
  /^(NODE_|OTEL_|COMPOSE_|DOCKER_|PG[A-Z]|POSTGRES_(\w+_)?PASSWORD$|PATRONI_PASSWORD$|(GUICHET_(COMMIT|NETWORK|VERSION)|(SECRETS|CERTIFICATES)_DIR|PROXY_TLS)$|SSL_CERT_|TZ$)/

const ourBeginnings = /^(SANDBOX|PRODUCTION|PORTAL|MAILBOX)_/
/**
 * Kubernetes gives every container the addresses of every service, and Docker those of links:
 * `PORTAL_SERVICE_HOST`.
 */
const ofServices = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_\w+)?$/

/** What applies instead of settings of earlier versions. */
const removed: Record<string, string> = {
  MAX_CONNECTIONS: 'a gateway holds at most 20,000 connections',
  SLOW_QUERY_MS: 'a gateway logs waits of 500 ms or more',
  SESSION_RETENTION_DAYS: 'sessions are kept for 30 days after they end',
  MAIL_RETENTION_DAYS: 'e-mails are kept for 90 days',
  CALL_RETENTION_DAYS: 'calls with an error are kept for 30 days',
  USAGE_RETENTION_DAYS: 'usage by day is kept for 1,826 days',
}

/** One sentence for each name of a `.env`, which is ours alone, that is not a setting. */
export function describeUnknownNames(names: string[]): string[] {
  return names.filter(isUnknown).map((name) => `.env: ${sayUnknown(name)}`)
}

/**
 * One sentence for each variable of a process that was probably meant as a setting: it was one, begins as only ours do,
 * or is at most two typing errors away from one. Other programs' variables are left alone.
 */
export function describeMisspeltNames(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).filter(isUnknown).filter(isMeant).map(sayUnknown)
}

function isUnknown(name: string): boolean {
  // A start refuses those that were removed.
  return !known.includes(name) && !(name in removedSettings) && !ofOthers.test(name)
}

function isMeant(name: string): boolean {
  if (ofServices.test(name)) return false
  return (
    name in removed ||
    ourBeginnings.test(name) ||
    known.includes(name.replace(/_FILE$/, '')) ||
    closest(name, known) !== null
  )
}

function sayUnknown(name: string): string {
  if (name in removed) return `${name} is no longer a setting: ${removed[name]}.`
  const near = closest(name, known)
  return `${name} is not a setting and has no effect.${near ? ` Did you mean ${near}?` : ''}`
}

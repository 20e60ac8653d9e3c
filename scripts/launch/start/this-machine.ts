import { isLoopback, type Settings, SettingsError } from '@/lib/env'

const elsewhere = [
  'DATABASE_URL',
  'GATEWAY_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'FEED_DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'REDIS_URL',
  'SANDBOX_GATEWAY_DATABASE_URL',
  'PRODUCTION_GATEWAY_DATABASE_URL',
  'SMTP_URL',
] as const
const listening = ['LISTEN_ADDRESS', 'METRICS_ADDRESS', 'FEED_ADDRESS'] as const
const addresses = [
  'PORTAL_URL',
  'SANDBOX_AUTH_URL',
  'SANDBOX_BASE_URL',
  'PRODUCTION_AUTH_URL',
  'PRODUCTION_BASE_URL',
] as const
/** Uploaded documents and traces are sent there. */
const optional = ['CLAMD_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const

/**
 * Keeps a trial start away from real data and other machines: embedded services and loopback only.
 * @param command the start, for the sentence
 * @throws SettingsError that names the first setting with another target
 */
export function requireThisMachine(settings: Settings, command: string): void {
  const values = settings as Record<string, unknown>
  const set = elsewhere.find((name) => values[name] !== undefined)
  if (set) throw new SettingsError(`${command} uses its own embedded services only: unset ${set}.`)
  if (settings.DATABASE_READ_URL.length > 0)
    throw new SettingsError(`${command} uses its own embedded services only: unset DATABASE_READ_URL.`)
  const open = listening.find((name) => !isLoopback(settings[name]))
  if (open) throw new SettingsError(`${command} listens on loopback only: unset ${open}.`)
  const far = addresses.find((name) => !isOnThisMachine(String(values[name])))
  if (far) throw new SettingsError(`${command} is reached from this machine only: unset ${far}.`)
  const remote = optional.find((name) => values[name] !== undefined && !isOnThisMachine(String(values[name])))
  if (remote) throw new SettingsError(`${command} sends nothing to other machines: unset ${remote}.`)
}

/** A `unix:` address has no host. */
function isOnThisMachine(address: string): boolean {
  const { hostname, protocol } = new URL(address)
  return protocol === 'unix:' || isLoopback(hostname)
}

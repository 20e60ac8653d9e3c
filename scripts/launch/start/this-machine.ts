import { isIP } from 'node:net'
import { type Settings, SettingsError } from '@/lib/env'

const elsewhere = [
  ...['DATABASE_URL', 'GATEWAY_DATABASE_URL', 'WORKER_DATABASE_URL', 'MIGRATION_DATABASE_URL', 'REDIS_URL'],
  'SMTP_URL',
] as const
const addresses = [
  ...['PORTAL_URL', 'SANDBOX_AUTH_URL', 'SANDBOX_BASE_URL', 'PRODUCTION_AUTH_URL', 'PRODUCTION_BASE_URL'],
] as const

/**
 * Keeps a start for trying things out away from real data and other machines: embedded services and loopback only.
 * @param command the start, for the sentence
 * @throws SettingsError that names the first setting that leads elsewhere
 */
export function requireThisMachine(settings: Settings, command: string): void {
  const values = settings as Record<string, unknown>
  const set = elsewhere.find((name) => values[name] !== undefined)
  if (set) throw new SettingsError(`${command} uses its own embedded services only: unset ${set}.`)
  if (settings.DATABASE_READ_URL.length > 0)
    throw new SettingsError(`${command} uses its own embedded services only: unset DATABASE_READ_URL.`)
  if (!isLoopback(settings.LISTEN_ADDRESS))
    throw new SettingsError(`${command} listens on loopback only: unset LISTEN_ADDRESS.`)
  const far = addresses.find((name) => !isLoopback(new URL(String(values[name])).hostname))
  if (far) throw new SettingsError(`${command} is reached from this machine only: unset ${far}.`)
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

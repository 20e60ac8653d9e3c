import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSettings } from '@/lib/env'
import { buildTarget, journeysData, journeysFolder } from '@/scripts/check/folders'
import { findFreePorts } from '@/scripts/check/ports'
import { findPlace } from '@/scripts/launch/postgres/place'
import { connectionUrl, type RoleName, roleNames } from '@/scripts/launch/postgres/roles'
import { readKeys } from '@/scripts/launch/start/keys'
import { planProcesses } from '@/scripts/launch/start/processes'
import { supervise, waitUntilReady } from '@/scripts/launch/start/supervise'
import { portSettings } from './addresses'

/**
 * Another portal on the journeys' database, with different settings: as with several portals of one installation.
 * Cookies ignore ports, so anyone signed in to the first portal is signed in here too.
 * @param wanted its port; the next one must be free too
 */
export async function startSecondPortal(settings: Record<string, string>, wanted?: number) {
  const place = findPlace(journeysData)
  const keys = readKeys(journeysData)
  if (!place || !keys) throw new Error('The product of the journeys does not run.')
  const first = wanted ?? (await findFreePorts(2))
  const environment = {
    ...portSettings,
    PORTAL_PORT: String(first),
    METRICS_PORT: String(first + 1),
    ...settings,
  }
  const folder = join(journeysFolder, 'second-portal')
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const url = (name: RoleName) => connectionUrl(place, name, keys.databasePasswords[name])
  const { owner: _, ...roles } = roleNames
  const installation = {
    settings: parseSettings(environment as unknown as NodeJS.ProcessEnv),
    environment: environment as unknown as NodeJS.ProcessEnv,
    dataDir: folder,
    keys: { ...keys, FEED_KEYS: '' },
    databases: {
      owner: url('owner'),
      portal: url('portal'),
      gateway: url('gateway'),
      worker: url('worker'),
      feed: url('feed'),
    },
    roles,
  }
  const plan = planProcesses(installation, buildTarget).find(({ name }) => name === 'portal')
  if (!plan) throw new Error('There is no portal among the processes.')
  const portal = supervise(plan, folder)
  await waitUntilReady(portal)
  const { PORTAL_URL: address, METRICS_PORT: metricsPort } = installation.settings
  return { address, metricsPort, stop: () => portal.stop() }
}

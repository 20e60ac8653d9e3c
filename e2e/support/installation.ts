import { closeDatabase, connectTo } from '@/lib/database'
import { keyNames } from '@/lib/env'
import { journeysData } from '@/scripts/check/folders'
import { findPlace } from '@/scripts/launch/postgres/place'
import { connectionUrl } from '@/scripts/launch/postgres/roles'
import { readKeys } from '@/scripts/launch/start/keys'

let connected = false

/** Makes `lib/` work in this process on the journeys' product, as in its portal: to prepare a journey. */
export function connectToProduct(): void {
  if (connected) return
  const place = findPlace(journeysData)
  const keys = readKeys(journeysData)
  if (!place || !keys) throw new Error('The product of the journeys does not run.')
  for (const name of keyNames) process.env[name] = keys[name]
  connectTo(connectionUrl(place, 'portal', keys.databasePasswords.portal), 'journeys')
  connected = true
}

/** Before the worker ends. */
export async function disconnectFromProduct(): Promise<void> {
  connected = false
  await closeDatabase()
}

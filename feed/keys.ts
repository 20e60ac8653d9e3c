import { createHash } from 'node:crypto'
import type { Settings } from '@/lib/env'

type FeedKeys = NonNullable<Settings['FEED_KEYS']>

/** Looks keys up by their hash, so that no comparison takes longer for a key that is nearly right. */
export function createKeys(keys: FeedKeys): (authorization: string | undefined) => string | null {
  const names = new Map(keys.map(({ name, key }) => [hash(key), name]))
  return (authorization) => {
    const [, key] = /^bearer +([!-~]+)$/i.exec(authorization ?? '') ?? []
    return (key && names.get(hash(key))) || null
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

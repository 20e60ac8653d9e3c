import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Feed } from '@/lib/feed/commands'
import { onConnection } from '@/lib/pool'

type Options = { pool: Pool; feed: Feed; logger: Pick<Logger, 'warn'>; everyMs?: number }

/** Tries refused changes again that an administrator asked for: the portal may not write balances. */
export function retryWanted({ pool, feed, logger, everyMs = 2000 }: Options) {
  const ending = new AbortController()

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      await onConnection(pool, (client) => feed.retry(client, 'wanted')).catch((error) =>
        logger.warn({ err: error }, 'refused changes could not be tried again'),
      )
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const ended = loop()
  return {
    async stop(): Promise<void> {
      ending.abort()
      await ended
    },
  }
}

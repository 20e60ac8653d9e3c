import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { streamAudit } from '@/lib/audit/stream'
import type { AuditTarget } from './audit-target'

const pauseMs = 1000
const maxPauseMs = 60_000

/**
 * Sends new audit entries to `target` every second, and the ones before them first. After a failure it waits
 * longer each time, up to a minute. Not a job of the queue, which would keep one row for each second.
 * @returns stops after the batch that is being sent
 */
export function keepStreaming(pool: Pool, target: AuditTarget, logger: Logger): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const ended = loop()

  async function loop(): Promise<void> {
    for (let wait = pauseMs; !signal.aborted; ) {
      try {
        const sent = await streamAudit(pool, target)
        wait = pauseMs
        if (sent > 0) continue
      } catch (error) {
        logger.warn({ err: error }, 'audit entries could not be sent, trying again')
        wait = Math.min(2 * wait, maxPauseMs)
      }
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }

  return () => {
    stop.abort()
    return ended
  }
}

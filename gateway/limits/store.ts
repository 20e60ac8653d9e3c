import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/** Hits of a key so far, and milliseconds until its window ends. */
export type Counted = { count: number; milliseconds: number }

/** Where gateways that serve the same environment count together. */
export type LimitStore = {
  /** Counts one hit in windows of `seconds`. @returns null while the store is away: then each counts for itself */
  createCounter(name: string, seconds: number): (key: string) => Promise<Counted | null>
  close(): void
}

type Options = {
  environment: string
  redisUrl: string
  /** Told when the store fails and when it is back. */
  onStore: (working: boolean, error?: unknown) => void
}

/** All limits of one gateway share a connection, and with it what is known of the store. */
export function createLimitStore({ environment, redisUrl, onStore }: Options): LimitStore {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 100,
    connectTimeout: 1000,
    retryStrategy: (attempt) => Math.min(1000, attempt * 100),
  })
  // Each failed attempt to connect is an event; what matters is told once, by the calls that it concerns.
  redis.on('error', () => {})
  let working = true
  const report = (now: boolean, error?: unknown) => {
    if (now !== working) onStore(now, error)
    working = now
  }
  function createCounter(name: string, seconds: number) {
    const keyPrefix = name === '' ? `guichet:${environment}` : `guichet:${environment}:${name}`
    const shared = new RateLimiterRedis({ storeClient: redis, keyPrefix, points: 1, duration: seconds })
    return async (key: string) => {
      try {
        // Counts whatever the points: what is over a limit is ours to say.
        const { consumedPoints, msBeforeNext } = await shared.penalty(key)
        report(true)
        return { count: consumedPoints, milliseconds: msBeforeNext }
      } catch (error) {
        report(false, error)
        return null
      }
    }
  }
  return { createCounter, close: () => redis.disconnect() }
}

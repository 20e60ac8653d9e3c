import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/** Hits of a key so far, and the milliseconds until its window ends. */
export type Counted = { count: number; milliseconds: number }

/** A store in which the gateways of one environment count together. */
export type LimitStore = {
  /** Counts one hit in windows of `seconds`. @returns null while the store is unavailable: each gateway counts alone */
  createCounter(name: string, seconds: number): (key: string) => Promise<Counted | null> | null
  close(): void
}

type Options = {
  environment: string
  redisUrl: string
  /** Called when the store fails and when it works again. */
  onStore: (working: boolean, error?: unknown) => void
}

const commandTimeout = 100
const probeIntervalMs = 1000

/**
 * All limits of one gateway share a connection and the knowledge whether the store works. After the first call that
 * fails or gets no response within 100 ms, calls are counted only here and none waits, until a probe succeeds.
 */
export function createLimitStore({ environment, redisUrl, onStore }: Options): LimitStore {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: 1000,
    retryStrategy: (attempt) => Math.min(1000, attempt * 100),
  })
  // Each failed attempt to connect is an event; what matters is reported once, by the calls that it concerns.
  redis.on('error', () => {})
  redis.on('ready', () => probing && void probe())
  let probing: NodeJS.Timeout | undefined

  function giveUp(error: unknown): void {
    if (probing) return
    probing = setInterval(probe, probeIntervalMs).unref()
    onStore(false, error)
  }

  async function probe(): Promise<void> {
    try {
      await redis.ping()
      if (!probing) return
      clearInterval(probing)
      probing = undefined
      onStore(true)
    } catch {
      // Replaces a connection that hangs: commands sent on it would pile up and be counted late.
      if (redis.status === 'ready') redis.disconnect(true)
    }
  }

  function createCounter(name: string, seconds: number) {
    const keyPrefix = name === '' ? `guichet:${environment}` : `guichet:${environment}:${name}`
    const shared = new RateLimiterRedis({ storeClient: redis, keyPrefix, points: 1, duration: seconds })
    async function count(key: string): Promise<Counted | null> {
      try {
        // Counts whatever the points: what is over a limit is ours to say.
        const { consumedPoints, msBeforeNext } = await shared.penalty(key)
        return { count: consumedPoints, milliseconds: msBeforeNext }
      } catch (error) {
        giveUp(error)
        return null
      }
    }
    return (key: string) => (probing ? null : count(key))
  }

  function close(): void {
    clearInterval(probing)
    redis.disconnect()
  }

  return { createCounter, close }
}

import { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { createWindows, type Standing } from './window'

const windowSeconds = 60

/** Counts one call of an application; `close` lets go of the shared store. */
export type RateLimiter = {
  hit(applicationId: string): Standing | Promise<Standing>
  close(): void
}

type Options = {
  environment: string
  limit: number
  /** Where gateways that serve the same environment count together; else each counts for itself. */
  redisUrl?: string
  /** Told when the shared store fails and when it is back. */
  onStore: (working: boolean, error?: unknown) => void
}

/**
 * Counts calls per application in windows of a minute. Our own counter in memory takes a third of the library's time
 * (0.9 µs a hit against 2.6, measured on a busy machine), as it needs no promise. With Redis all gateways count
 * together; while it is away each counts alone.
 */
export function createRateLimiter(options: Options): RateLimiter {
  const local = createWindows(windowSeconds, 1_000_000)
  return options.redisUrl
    ? createShared(options, options.redisUrl, local.hit)
    : { hit: local.hit, close() {} }
}

/** `"default";q=60;w=60`: the policy as a structured field (draft-ietf-httpapi-ratelimit-headers §3). */
export function formatPolicy(name: string, quota: number): string {
  return `"${name}";q=${quota};w=${windowSeconds}`
}

/** `"default";r=59;t=42`: what remains, and the seconds until it is whole again (ibid. §4). */
export function formatRemaining(name: string, quota: number, { count, resetIn }: Standing): string {
  return `"${name}";r=${Math.max(0, quota - count)};t=${resetIn}`
}

function createShared(options: Options, redisUrl: string, hitLocally: RateLimiter['hit']): RateLimiter {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 100,
    connectTimeout: 1000,
    retryStrategy: (attempt) => Math.min(1000, attempt * 100),
  })
  // Each failed attempt to connect is an event; what matters is told once, by the calls that it concerns.
  redis.on('error', () => {})
  const shared = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `guichet:${options.environment}`,
    points: options.limit,
    duration: windowSeconds,
  })
  let working = true
  const report = (now: boolean, error?: unknown) => {
    if (now !== working) options.onStore(now, error)
    working = now
  }
  return {
    async hit(applicationId) {
      try {
        const standing = toStanding(await consume(shared, applicationId))
        report(true)
        return standing
      } catch (error) {
        report(false, error)
        return hitLocally(applicationId)
      }
    },
    close: () => redis.disconnect(),
  }
}

/** The library rejects with a result when the limit is passed, and with an error when the store fails. */
async function consume(limiter: RateLimiterRedis, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal
    return refusal as RateLimiterRes
  }
}

function toStanding({ consumedPoints, msBeforeNext }: RateLimiterRes): Standing {
  return { count: consumedPoints, resetIn: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

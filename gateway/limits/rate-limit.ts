import type { Gateway } from '@/gateway/context'
import type { Exchange } from '@/gateway/exchange'
import { Problem } from '@/gateway/responses/problem'
import { line } from '@/gateway/responses/send'
import type { Standing } from './window'

const windowSeconds = 60

type Limited = { name: string; limit: number; counted: Standing | Promise<Standing> }

/**
 * Refuses a call over the limit, and shows the limit's standing in every response. Synchronous if it was
 * counted without waiting. The seconds of `Retry-After` come with the standing, from `./window` or `./store`.
 * @param options.name of the policy
 * @param options.limit calls per minute
 * @throws Problem 429 quota_exceeded over the limit
 */
export function limitCalls(gateway: Gateway, exchange: Exchange, options: Limited): void | Promise<void> {
  const { counted } = options
  if (counted instanceof Promise)
    return counted.then((standing) => apply(gateway, exchange, options, standing))
  apply(gateway, exchange, options, counted)
}

function apply({ metrics }: Gateway, exchange: Exchange, { name, limit }: Limited, standing: Standing): void {
  exchange.extraLines +=
    line('RateLimit-Policy', formatPolicy(name, limit)) +
    line('RateLimit', formatRemaining(name, limit, standing))
  if (standing.count <= limit) return
  metrics.limited.inc({ limit: exchange.endpoint === 'sandbox' ? 'sandbox' : 'application' })
  throw quotaExceeded(standing.resetIn)
}

/** 429, for a limit and for test accounts that simulate one. @param retryAfter seconds */
export function quotaExceeded(retryAfter: number): Problem {
  return new Problem('quota_exceeded', { lines: line('Retry-After', retryAfter) })
}

/** `"default";q=60;w=60`: the policy as a structured field (draft-ietf-httpapi-ratelimit-headers §3). */
export function formatPolicy(name: string, quota: number): string {
  return `"${name}";q=${quota};w=${windowSeconds}`
}

/** `"default";r=59;t=42`: the remaining calls, and the seconds until the quota is full again (ibid. §4). */
export function formatRemaining(name: string, quota: number, { count, resetIn }: Standing): string {
  return `"${name}";r=${Math.max(0, quota - count)};t=${resetIn}`
}

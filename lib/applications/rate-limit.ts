import type { Environment } from '@/generated/prisma/enums'
import { getSettings } from '@/lib/env'

/** The calls per minute that applications of an environment may make at the account endpoint; 0 is unlimited. */
export function defaultLimit(environment: Environment): number {
  const { SANDBOX_RATE_LIMIT, PRODUCTION_RATE_LIMIT } = getSettings()
  return environment === 'sandbox' ? SANDBOX_RATE_LIMIT : PRODUCTION_RATE_LIMIT
}

/** The same for one application: its own limit replaces the environment's. */
export function limitOf({
  environment,
  rateLimit,
}: {
  environment: Environment
  rateLimit: number | null
}): number {
  return rateLimit ?? defaultLimit(environment)
}

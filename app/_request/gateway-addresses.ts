import type { Environment } from '@/generated/prisma/enums'
import { getSettings } from '@/lib/env'

/** The public URLs of an environment's gateway, without a trailing slash. */
export function gatewayAddresses(environment: Environment): { authUrl: string; baseUrl: string } {
  const settings = getSettings()
  return environment === 'sandbox'
    ? { authUrl: settings.SANDBOX_AUTH_URL, baseUrl: settings.SANDBOX_BASE_URL }
    : { authUrl: settings.PRODUCTION_AUTH_URL, baseUrl: settings.PRODUCTION_BASE_URL }
}

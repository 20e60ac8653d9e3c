import type { Environment } from '@/generated/prisma/enums'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'

/** The number of the first call. In Production it can be no one's. */
export function exampleMsisdn(environment: Environment): string {
  return environment === 'sandbox' ? firstCallMsisdn : reservedMsisdn
}

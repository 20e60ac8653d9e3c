import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { AccessLog } from '@/lib/access-log'
import type { Keyring } from '@/lib/keyring'
import type { Standbys } from '@/lib/standby'
import type { Environment } from '@/lib/tokens/token'
import type { Tracing } from '@/lib/tracing'
import type { FailureLimits } from './limits/failures'

/** The options of one gateway; public URLs without a trailing slash. */
export type GatewayOptions = {
  environment: Environment
  pool: Pool
  secretHashKeys: Keyring
  tokenKeys: Keyring
  /** Ids of keys that the operator has declared lost. */
  lostKeys?: readonly string[]
  /** In seconds; see the token issuer. */
  renewalWindow: number
  /** Calls per minute on the account endpoint for applications without their own limit; 0 is unlimited. */
  rateLimit: number
  authUrl: string
  baseUrl: string
  portalUrl: string
  trustedProxies: string[]
  redisUrl?: string
  /** Replicas that balances may be read from; without them everything is read from the primary. */
  standbys?: Standbys
  logger: Logger
  accessLog?: AccessLog
  tracing?: Tracing
  failures?: FailureLimits
  /** How long a look-up waits for the database before the caller gets a 503, in milliseconds. */
  lookupTimeoutMs?: number
  /** A wait for the database of this many milliseconds or more is logged with its requests; 0 disables it. */
  slowQuery?: number
  /** Milliseconds in which a request has to arrive, and a caller has to take its response. */
  requestTimeout?: number
  /** Milliseconds for which a connection may stay open between two requests. */
  keepAliveTimeout?: number
  /** Maximum number of simultaneous connections. Further ones are closed immediately. */
  maxConnections?: number
  /** Milliseconds for which a stopping gateway still serves, while `/readyz` sends its callers elsewhere. */
  drain?: number
}

import { takeAssertions } from '@/lib/oauth/commands'
import { createTokenIssuer } from '@/lib/oauth/issue-token'
import { findClients, findKeyClients } from '@/lib/oauth/queries'
import { type MintInput, mintToken, mintTokens } from '@/lib/tokens/commands'
import type { Exchange } from './exchange'
import { createFailureCounter, failureLimits } from './limits/failures'
import type { LimitStore } from './limits/store'
import type { MakeLookUp } from './look-ups'
import type { GatewayOptions } from './options'

/** What the endpoints of clients share: token, revocation and introspection. */
export function createTokenContext(
  options: GatewayOptions,
  lookUp: MakeLookUp,
  store: LimitStore | undefined,
) {
  const mints = lookUp('mint', (pool, environment, inputs: MintInput[], requestIds) =>
    mintTokens(pool, environment, options.tokenKeys, inputs, requestIds),
  )
  return {
    clients: lookUp('client', findClients),
    keyClients: lookUp('key_client', findKeyClients),
    /** Whether each use of an assertion is its first. */
    assertions: lookUp('assertion', takeAssertions),
    issuer: createTokenIssuer<Exchange>({
      ...options,
      keys: options.tokenKeys,
      async mint(input, { assertion }, exchange) {
        const batched = input.alone || assertion ? undefined : await mints.load(input, exchange)
        if (batched !== undefined) return batched
        // On its own, as a batch takes no keys and leaves out what is locked.
        return mintToken(options.pool, options.tokenKeys, input, exchange.requestId)
      },
    }),
    failures: createFailureCounter(options.failures ?? failureLimits, store),
  }
}

import { createBatcher } from '@/lib/batch'
import { parseKeyring } from '@/lib/keyring'
import { createTokenIssuer } from '@/lib/oauth/issue-token'
import { findClients } from '@/lib/oauth/queries'
import { createPool } from '@/lib/pool'
import { mintToken } from '@/lib/tokens/commands'
import { createMemory } from '@/lib/tokens/memory'
import { type BearerQuestion, findBearers } from '@/lib/tokens/queries'

// The gateway's own parts, batching included; only the HTTP server around them is Next's. Created at the first request,
// as the build runs this module without settings; on globalThis, as each route is a separate bundle.
const holder = globalThis as { parts?: ReturnType<typeof makeParts> }

export function parts() {
  holder.parts ??= makeParts()
  return holder.parts
}

function makeParts() {
  const pool = createPool(process.env.DATABASE_URL ?? '', Number(process.env.POOL_SIZE), 'bench-next')
  const limits = { maxInFlight: 2, maxBatch: 256, maxWaiting: 4000, timeoutMs: 5000 }
  const keys = parseKeyring(process.env.TOKEN_KEYS ?? '')
  return {
    secretHashKeys: parseKeyring(process.env.SECRET_HASH_KEYS ?? ''),
    clients: createBatcher({
      ...limits,
      run: (ids: string[]) =>
        findClients(
          pool,
          createMemory(0),
          'sandbox',
          ids.map((clientId) => ({ clientId, recognised: null })),
          '',
        ),
    }),
    bearers: createBatcher({
      ...limits,
      run: (questions: BearerQuestion[]) => findBearers(pool, createMemory(0), 'sandbox', questions, ''),
    }),
    issuer: createTokenIssuer({
      mint: (input, _client, requestIds: string) => mintToken(pool, keys, input, requestIds),
      keys,
      environment: 'sandbox',
      renewalWindow: 90,
    }),
  }
}

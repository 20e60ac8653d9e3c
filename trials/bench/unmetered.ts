import { startGateway } from '@/gateway/start'
import type { Meter } from '@/lib/usage/meter'

// The gateway as it is, but without metering: the difference is the cost of metering.
const silent: Meter = {
  record() {},
  noteCredential() {},
  noteUncounted() {},
  take: () => ({
    flushId: '',
    usage: [],
    recent: [],
    credentialUses: new Map(),
    networks: [],
    uncounted: [],
  }),
  giveBack() {},
  isEmpty: () => true,
}

await startGateway({ meter: silent })

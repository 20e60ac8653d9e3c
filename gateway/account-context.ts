import { type BearerQuestion, type FoundBearer, findBearers } from '@/lib/tokens/queries'
import { findBearersApart, type Source } from '@/lib/tokens/read-apart'
import { createSharedWindows } from './limits/shared-windows'
import type { LimitStore } from './limits/store'
import { createWindows } from './limits/window'
import type { MakeLookUp, Run } from './look-ups'
import type { Metrics } from './metrics'
import type { GatewayOptions } from './options'

/** Applications whose calls are counted at a time; see {@link createSharedWindows}. */
const maxApplications = 1_000_000

/** What the account endpoint needs; `bearers` also serves those of the Sandbox. */
export function createAccountContext(
  options: GatewayOptions,
  lookUp: MakeLookUp,
  store: LimitStore | undefined,
  metrics: Metrics,
) {
  return {
    bearers: lookUp('bearer', chooseReader(options, metrics)),
    /** Calls per application. */
    calls: createSharedWindows({ name: '', store, maxKeys: maxApplications }),
    /** account_not_found per application: Production only. */
    notFound: createSharedWindows({ name: 'not-found', store }),
    /** The applications for which administrators were notified this minute. */
    administratorsNotified: createWindows(60),
  }
}

/** Chosen once, so that a gateway without standbys has no overhead. */
function chooseReader(
  { standbys }: GatewayOptions,
  { balanceReads }: Metrics,
): Run<BearerQuestion, FoundBearer> {
  if (!standbys) return findBearers
  const onRead = (source: Source, count: number) => balanceReads.inc({ source }, count)
  return (pool, environment, questions, requestIds) =>
    findBearersApart(pool, standbys.choose(), environment, questions, requestIds, onRead)
}

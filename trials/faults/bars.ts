import type { Outcome } from './trial'

/**
 * What a fault may cost: failed calls as a part of all, seconds to full service; and what standbys must answer. A mail may
 * go out twice only where its worker may have died between the relay's acknowledgement and our note of it.
 */
type Bar = { failed?: number; service?: number; leastFromStandby?: number; mayDouble?: true }

/** Another member answers, or what is away is not needed for a call. */
const hardlyNoticed: Bar = { failed: 0.002 }

/** By the name of the fault. What waits for one thing that there is once here is held to the time until it is back. */
export const bars: Record<string, Bar> = {
  nothing: { failed: 0, leastFromStandby: 0.5 },
  'kill-gateway-sandbox': hardlyNoticed,
  'kill-gateway-production': hardlyNoticed,
  'kill-portal': hardlyNoticed,
  'kill-worker': { failed: 0, mayDouble: true },
  'kill-pooler': hardlyNoticed,
  'kill-redis': hardlyNoticed,
  'kill-primary': { service: 5 },
  'kill-proxy': { service: 5 },
  'kill-etcd': hardlyNoticed,
  'kill-all-gateways': { service: 5 },
  'kill-patroni': { service: 10 },
  'kill-postgresql': { service: 10 },
  failover: { service: 20 },
  standby: { service: 15 },
  'standby-hangs': { service: 15 },
  switchover: { service: 10 },
  rolling: { failed: 0 },
  smtp: { failed: 0.0001 },
  'network-cut-one': { failed: 0.1, service: 5 },
  'network-cut': { service: 5 },
  'network-delay': { failed: 0.01 },
  'network-loss': { failed: 0.01 },
  disk: { service: 30 },
  clock: hardlyNoticed,
  // On one machine they take the processor of everybody else too.
  'slow-queries': { failed: 0.1, service: 5 },
  connections: { failed: 0.01 },
  'idle-proxy': hardlyNoticed,
  'idle-gateway': hardlyNoticed,
  'slow-proxy': hardlyNoticed,
  'slow-gateway': hardlyNoticed,
}

/** By how much a fault cost more than it may. @returns a sentence for each bar that was missed */
export function findMissed({ scenario, figures, fromStandby, mail }: Outcome): string[] {
  const bar = bars[scenario.name] ?? {}
  const failed = figures.failed / Math.max(1, figures.calls)
  const service = figures.fullServiceAfter / 1000
  const missed: string[] = []
  if (failed > (bar.failed ?? 1))
    missed.push(`${percent(failed)} of the calls failed (bar ${percent(bar.failed)})`)
  if (service > (bar.service ?? Number.POSITIVE_INFINITY))
    missed.push(`full service after ${service.toFixed(1)} s (bar ${bar.service})`)
  if (fromStandby < (bar.leastFromStandby ?? 0))
    missed.push(
      `${percent(fromStandby)} of the balances from the standby (bar ${percent(bar.leastFromStandby)})`,
    )
  if (mail.doubled > 0 && !bar.mayDouble) missed.push(`${mail.doubled} mails went out twice`)
  return missed
}

function percent(part = 0): string {
  return `${Number((100 * part).toFixed(2))} %`
}

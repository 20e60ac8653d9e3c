import type { Outcome } from './trial'

/**
 * The allowed cost of a fault: the share of failed calls, seconds until full service, the minimum share of balances
 * from standbys. An e-mail may be sent twice only if its worker may have died between the relay's acknowledgement and
 * our record of it.
 */
type Threshold = { failed?: number; service?: number; minFromStandby?: number; mayRepeat?: true }

/** Another member takes over, or calls don't need what failed. */
const hardlyNoticed: Threshold = { failed: 0.002 }

/** By the name of the fault. A failure of something that exists only once here is measured from its return. */
const thresholds: Record<string, Threshold> = {
  nothing: { failed: 0, minFromStandby: 0.5 },
  'kill-gateway-sandbox': hardlyNoticed,
  'kill-gateway-production': hardlyNoticed,
  'kill-portal': hardlyNoticed,
  'kill-worker': { failed: 0, mayRepeat: true },
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
  // On one machine they also take CPU time from everything else.
  'slow-queries': { failed: 0.1, service: 5 },
  connections: { failed: 0.01 },
  'idle-proxy': hardlyNoticed,
  'idle-gateway': hardlyNoticed,
  'slow-proxy': hardlyNoticed,
  'slow-gateway': hardlyNoticed,
}

/** @returns a sentence for each threshold that a fault exceeded */
export function findMissed({ scenario, figures, fromStandby, mail }: Outcome): string[] {
  const threshold = thresholds[scenario.name] ?? {}
  const failed = figures.failed / Math.max(1, figures.calls)
  const service = figures.fullServiceAfter / 1000
  const missed: string[] = []
  if (failed > (threshold.failed ?? 1))
    missed.push(`${percent(failed)} of the calls failed (limit ${percent(threshold.failed)})`)
  if (service > (threshold.service ?? Number.POSITIVE_INFINITY))
    missed.push(`full service after ${service.toFixed(1)} s (limit ${threshold.service})`)
  if (fromStandby < (threshold.minFromStandby ?? 0))
    missed.push(
      `${percent(fromStandby)} of the balances from the standby (limit ${percent(threshold.minFromStandby)})`,
    )
  if (mail.doubled > 0 && !threshold.mayRepeat) missed.push(`${mail.doubled} e-mails were sent twice`)
  return missed
}

function percent(part = 0): string {
  return `${Number((100 * part).toFixed(2))} %`
}

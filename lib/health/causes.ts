import type { Obstacle } from './readiness'
import { type CheckName, type Finding, healthStateOf } from './schema'

/** What names the cause of each `reason` of `/readyz`. */
const namedBy: Record<Obstacle, CheckName[]> = {
  database_unreachable: ['database'],
  database_read_only: ['database'],
  database_not_prepared: ['migrations', 'role'],
  migrations_pending: ['migrations'],
  restore_unfinished: ['migrations'],
  pooler_loses_statements: ['statements'],
  keys_do_not_match: ['encryption_keys', 'hash_keys', 'token_keys'],
}

/** Leaves out findings whose cause another one names, and makes one of those that have one cause. */
export function reportOnce(findings: Finding[]): Finding[] {
  return mergeAlike(findings.filter((finding) => !isNamedBy(finding, findings)))
}

/** One finding for all hosts or settings where the same is wrong for the same reason. */
export function mergeAlike(findings: Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const [index, finding] of findings.entries()) {
    const { check, outcome, values } = finding
    const isAlike =
      (check === 'certificate' && healthStateOf(finding) !== 'good') || outcome === 'unreachable'
    const key = JSON.stringify([check, outcome, isAlike ? values.reason : index])
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].map((group) => {
    const first = group[0] as Finding
    if (group.length === 1) return first
    const join = (name: string) => [...new Set(group.map(({ values }) => values[name]))].join(', ')
    const name = 'setting' in first.values ? 'setting' : 'host'
    const merged = { [name]: join(name), ...('days' in first.values && { days: leastDays(group) }) }
    return { ...first, subject: join(name), values: { ...first.values, ...merged } } as Finding
  })
}

function leastDays(group: Finding[]): number {
  return Math.min(...group.map(({ values }) => Number(values.days)))
}

/** Whether a finding only follows from another of `all`. */
function isNamedBy({ check, outcome, subject, values }: Finding, all: Finding[]): boolean {
  const has = (name: CheckName, outcomes: string[], host?: string) =>
    all.some(
      (other) =>
        other.check === name &&
        outcomes.includes(other.outcome) &&
        (host === undefined || String(other.values.host).split(', ').includes(host)),
    )
  if (check === 'process' && outcome === 'not_ready')
    return all.some(
      (other) =>
        healthStateOf(other) === 'failed' && namedBy[values.reason as Obstacle]?.includes(other.check),
    )
  if (check === 'process' && (outcome === 'silent' || outcome === 'untrusted'))
    return has('certificate', ['ended', 'untrusted', 'unreachable'], new URL(String(values.address)).host)
  if (outcome === 'feed_silent') return has('feed', ['silent', 'never'])
  if (check === 'accounts' && outcome === 'stale') return has('feed', ['silent', 'paused', 'never'])
  if (check === 'feed' && outcome === 'behind')
    return all.some((other) => other.outcome === 'paused' && other.subject === subject)
  if (check === 'mail_queue' && outcome !== 'failures')
    return all.some((other) => other.check === 'relay' && healthStateOf(other) === 'failed')
  // Of a worker that does nothing: the oldest of its traces.
  const idle = has('cleanup', ['stopped'])
  if (outcome === 'worker_silent') return idle || has('webhooks', ['waiting'])
  if (check === 'webhooks' && outcome === 'waiting') return idle
  if (check === 'audit_webhooks' && outcome === 'behind') return idle || has('webhooks', ['waiting'])
  if (check === 'statements' && outcome === 'unreachable')
    return has('standby', ['unreachable'], subject) || has('role', ['unreachable'])
  return false
}

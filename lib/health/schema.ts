/** The result of a check; `unknown` if this process cannot determine it. */
export type CheckState = 'good' | 'warning' | 'failed' | 'unknown'

/** Every check with its outcomes. The messages explain each outcome, and what to do about those that are not good. */
export const checks = {
  settings: { good: 'good', misspelt: 'warning', wrong: 'failed' },
  database: {
    good: 'good',
    slow: 'warning',
    old: 'failed',
    read_only: 'failed',
    untrusted: 'failed',
    unreachable: 'failed',
  },
  migrations: {
    good: 'good',
    pending: 'failed',
    unfinished: 'failed',
    half_restored: 'failed',
    newer: 'warning',
  },
  temporary_tables: { good: 'good', allowed: 'warning' },
  role: {
    good: 'good',
    owner: 'warning',
    shared: 'warning',
    superfluous: 'warning',
    lacking: 'failed',
    unreachable: 'failed',
  },
  statements: { good: 'good', lost: 'failed', unreachable: 'warning' },
  gateway_role: { good: 'good', shared: 'warning', unset: 'warning' },
  clock: { good: 'good', off: 'warning', far_off: 'failed' },
  process: {
    good: 'good',
    not_ready: 'failed',
    silent: 'failed',
    untrusted: 'failed',
    worker_silent: 'warning',
    feed_silent: 'warning',
  },
  encryption_keys: { good: 'good', missing: 'failed', unreadable: 'failed' },
  hash_keys: { good: 'good', missing: 'failed', mismatch: 'failed' },
  token_keys: { good: 'good', missing: 'failed', mismatch: 'failed', elsewhere: 'unknown' },
  mail_queue: { good: 'good', failures: 'warning', waiting: 'warning', stuck: 'failed' },
  relay: {
    good: 'good',
    untrusted: 'failed',
    login: 'failed',
    sender: 'failed',
    refused: 'failed',
    unreachable: 'failed',
    elsewhere: 'unknown',
  },
  limit_store: { good: 'good', unused: 'good', unreachable: 'failed', elsewhere: 'unknown' },
  scanner: { good: 'good', unused: 'good', unreachable: 'failed' },
  provider: {
    good: 'good',
    unused: 'good',
    unreachable: 'failed',
    other_issuer: 'failed',
    no_keys: 'failed',
  },
  standby: {
    good: 'good',
    primary: 'good',
    unused: 'good',
    behind: 'warning',
    no_standby: 'failed',
    unreachable: 'warning',
    elsewhere: 'unknown',
  },
  certificate: {
    good: 'good',
    unused: 'good',
    ends_soon: 'warning',
    ended: 'failed',
    untrusted: 'failed',
    unreachable: 'failed',
  },
  disk: { good: 'good', low: 'warning', full: 'failed', absent: 'unknown', unreadable: 'warning' },
  backup: { good: 'good', old: 'warning', none: 'warning' },
  audit: { good: 'good', old: 'warning', never: 'warning', faults: 'failed' },
  calls: { good: 'good', slow: 'warning', failing: 'failed' },
  accounts: { good: 'good', unused: 'good', stale: 'warning' },
  feed: {
    good: 'good',
    unused: 'good',
    idle: 'unknown',
    never: 'warning',
    refused: 'warning',
    behind: 'warning',
    restarted: 'failed',
    silent: 'failed',
    paused: 'failed',
  },
  webhooks: { good: 'good', waiting: 'warning' },
  audit_webhooks: { good: 'good', unused: 'good', behind: 'warning' },
  submissions: { good: 'good', overdue: 'warning' },
  cleanup: { good: 'good', stopped: 'warning' },
} as const satisfies Record<string, Record<string, CheckState>>

export type CheckName = keyof typeof checks
export type CheckOutcome<Name extends CheckName> = keyof (typeof checks)[Name]

/** The result of one check. `subject` distinguishes several of one kind: a process, an address. */
export type Finding = {
  [Name in CheckName]: {
    check: Name
    outcome: CheckOutcome<Name>
    subject?: string
    /** placeholders of the messages: no secret, no person's address */
    values: Record<string, string | number>
  }
}[CheckName]

/** The severity of a finding, from the table above; `unknown` for an outcome that is not in it. */
export function healthStateOf({ check, outcome }: Finding): CheckState {
  return (checks[check] as Record<string, CheckState>)[outcome] ?? 'unknown'
}

/** The error in a few words, without addresses and passwords. `fetch` says only that it failed: its cause says why. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException
  if (cause instanceof Error) return reasonOf(cause)
  return typeof code === 'string' ? code : (message?.split('\n')[0]?.slice(0, 120) ?? 'unknown')
}

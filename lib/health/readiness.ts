import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { readSchemaState } from '@/lib/migrations'
import { explainConnection } from '@/lib/pool'
import { withTimeout } from '@/lib/timeout'
import { type Finding, healthStateOf } from './schema'
import { carriesStatements, isLostStatement } from './statement-checks'

// For every process, including the gateways: nothing here may import Prisma.

/** Why a process cannot serve, as `/readyz` reports it. */
export type Obstacle =
  | 'database_unreachable'
  | 'database_read_only'
  | 'database_not_prepared'
  | 'migrations_pending'
  | 'restore_unfinished'
  | 'pooler_loses_statements'
  | 'keys_do_not_match'

export type Readiness = { ready: true } | { ready: false; reason: Obstacle }

type Options = {
  pool: Pool
  logger: Pick<Logger, 'error' | 'info'>
  /** Compares the keys of this process with the data in the database. */
  checkKeys(): Promise<Finding[]>
  /** True for a process with named statements, which not every pooler carries over. */
  namesStatements?: boolean
}

const timeoutMs = 1500
/** Until the keys have matched: a machine that has just started may be busy. */
const startTimeoutMs = 5000
const retryMs = 2000
/** For how long one lost or refused statement counts: on a pooler at rest, or without calls, it may not show again. */
const lostMs = 60_000

/**
 * Decides whether a process can serve: its database responds, has all migrations of this version, and holds data of the
 * keys that the process was given. Each new obstacle is logged once, with its cause; the log contains no secret.
 *
 * After keys have matched they are not compared again: during a key rotation the data may be under a key that
 * only restarted processes know, and the others must continue to serve. Whether statements are carried is
 * checked again after one was lost.
 */
export function createReadiness({ pool, logger, checkKeys, namesStatements = false }: Options) {
  let keysMatch = false
  let carries = !namesStatements
  let lostAt = Number.NEGATIVE_INFINITY
  let refused: { at: number; obstacle: ReturnType<typeof explainDatabase> } | undefined
  let logged: string | null = null
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<Readiness> | undefined

  /** Calls during a check share its result: a flood of probes takes no connections from requests. */
  function check(): Promise<Readiness> {
    underWay ??= decide().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function decide(): Promise<Readiness> {
    const obstacle = await findObstacle().catch(explainDatabase)
    if (!obstacle) {
      if (logged) logger.info('ready again')
      logged = null
      return { ready: true }
    }
    const { reason, cause } = obstacle
    if (logged !== reason) logger.error({ reason, cause }, 'cannot serve')
    logged = reason
    return { ready: false, reason }
  }

  async function findObstacle(): Promise<{ reason: Obstacle; cause: string } | null> {
    const { pending, halfRestored, readOnly } = await withTimeout(
      keysMatch ? timeoutMs : startTimeoutMs,
      () => readSchemaState(pool),
    )
    if (readOnly) return { reason: 'database_read_only', cause: 'a standby, or a primary without writes' }
    if (halfRestored) return { reason: 'restore_unfinished', cause: 'run guichet restore again' }
    if (pending.length > 0)
      return { reason: 'migrations_pending', cause: `${pending.length} pending: run guichet prepare` }
    if (refused && performance.now() - refused.at < lostMs) return refused.obstacle
    if (!(await areCarried())) return { reason: 'pooler_loses_statements', cause: lostCause }
    if (keysMatch) return null
    const findings = await withTimeout(startTimeoutMs, checkKeys)
    const wrong = findings.find((finding) => healthStateOf(finding) === 'failed')
    if (wrong) return { reason: 'keys_do_not_match', cause: describeMismatch(wrong) }
    keysMatch = true
    return null
  }

  /** Where the pooler is too busy to find out, the process serves: a statement that is lost in service shows it. */
  async function areCarried(): Promise<boolean> {
    if (performance.now() - lostAt < lostMs) return false
    if (carries) return true
    const found = await withTimeout(timeoutMs, () => carriesStatements(pool)).catch(() => null)
    carries = found === true
    return found !== false
  }

  /**
   * Takes notice of an error of a statement in service: if it shows that statements are lost, or in a call that the
   * schema or this role's rights are not those of this version, the process is not ready.
   */
  function note(error: unknown, inCall = false): void {
    if (inCall && isUnprepared(error)) {
      refused = { at: performance.now(), obstacle: explainDatabase(error) }
      void check()
    }
    if (!namesStatements || !isLostStatement(error)) return
    const isNews = performance.now() - lostAt >= lostMs
    carries = false
    lostAt = performance.now()
    if (isNews) void check()
  }

  /** Checks now, and again until the process is ready, so that the log has the cause even if no one probes. */
  async function start(): Promise<void> {
    if ((await check()).ready) return
    timer = setTimeout(start, retryMs)
    timer.unref()
  }

  return { check, note, start, stop: () => clearTimeout(timer) }
}

const lostCause =
  'prepared statements are lost between here and PostgreSQL: a pooler in transaction mode does not carry them over (PgBouncer does from 1.21, with max_prepared_statements)'

/** SQLSTATE: no such table, schema, column or function, no right to it. */
function isUnprepared(error: unknown): boolean {
  return /^(42P01|3F000|42703|42883|42501)$/.test((error as { code?: string } | null)?.code ?? '')
}

function explainDatabase(error: unknown): { reason: Obstacle; cause: string } {
  if (isUnprepared(error))
    return { reason: 'database_not_prepared', cause: `${(error as Error).message}: run guichet prepare` }
  return { reason: 'database_unreachable', cause: explainConnection(error) }
}

function describeMismatch({ check, outcome, values }: Finding): string {
  const setting = {
    encryption_keys: 'SECRET_ENCRYPTION_KEYS',
    hash_keys: 'SECRET_HASH_KEYS',
    token_keys: 'TOKEN_KEYS',
  }
  const name = setting[check as keyof typeof setting]
  return outcome === 'missing'
    ? `${name}: data is stored under key ${values.key}, which is not among them`
    : `${name}: key ${values.key} is not the one that data was stored with`
}

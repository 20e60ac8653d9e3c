import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { createExpiringMap } from '@/lib/expiring-map'
import { newId } from '@/lib/ids'
import { carryingRequests } from '@/lib/request-context'
import { nameStatement } from '@/lib/statement'
import { type DescribedRehearsal, readRehearsal } from './read'
import type { RehearsalView } from './schema'

/** A call's number in its rehearsal, and when it was counted, in Unix milliseconds by the database's clock. */
export type CountedCall = { number: number; at: number }

const countStatement = nameStatement(
  'count-rehearsal-calls',
  `SELECT position, number, at FROM count_rehearsal_calls($1::uuid[], $3::environment) WHERE ${carryingRequests('$2')}`,
)

/** The application `$1`, or null if it is not of the gateway's environment, `$2`. */
const own = '(SELECT id FROM application WHERE id = $1 AND environment = $2::environment)'

/**
 * Counts calls before their responses: what is counted and never recorded shows, whatever happens to the gateway.
 * @param rehearsalIds of each call
 * @param requestIds see {@link carryingRequests}
 * @returns null for a call that is not part of it: it has ended, or this is call 2,001, which ends it;
 *   undefined for one that was not counted, as its rehearsal is locked for longer than a count by another
 *   gateway takes
 */
export async function countRehearsalCalls(
  pool: Pool,
  environment: Environment,
  rehearsalIds: string[],
  requestIds: string,
): Promise<(CountedCall | null | undefined)[]> {
  const counted: (CountedCall | null | undefined)[] = new Array(rehearsalIds.length).fill(null)
  let places = [...rehearsalIds.keys()]
  for (let before = places.length + 1; places.length > 0 && places.length < before; ) {
    before = places.length
    const { rows } = await pool.query<{ position: number } & CountedCall>({
      ...countStatement,
      values: [places.map((place) => rehearsalIds[place]), requestIds, environment],
    })
    const found = rows.map(({ position, ...call }) => ({ place: places[position - 1] as number, call }))
    for (const { place, call } of found) if (call.number > 0) counted[place] = call
    // Locked by another transaction: the first of each turn waits for it, but not for long.
    places = found.filter(({ call }) => call.number === 0).map(({ place }) => place)
  }
  for (const place of places) counted[place] = undefined
  return counted
}

/** Starts a rehearsal for the application's own program; `running` while there is one already. */
export async function startByProgram(
  pool: Pool,
  environment: Environment,
  applicationId: string,
): Promise<'started' | 'running' | 'no_application'> {
  const { rows } = await pool.query(`SELECT start_rehearsal_by_program(${own}, $3) AS outcome`, [
    applicationId,
    environment,
    newId(),
  ])
  return rows[0].outcome
}

/** Ends the rehearsal for the application's own program. @returns false if none runs */
export async function endByProgram(
  pool: Pool,
  environment: Environment,
  applicationId: string,
): Promise<boolean> {
  const { rows } = await pool.query(`SELECT end_rehearsal_by_program(${own}) AS id`, [
    applicationId,
    environment,
  ])
  return rows[0].id !== null
}

type KnownCalls = Pick<DescribedRehearsal, 'recorded'> & { version: string }

/** Applications whose recorded calls are remembered, for a minute: of each up to 2,000, about a megabyte. */
const maxKnown = 20
const knownMs = 60_000

/**
 * Reads rehearsals for programs, which may look often: their calls are only read again after a gateway has
 * recorded more.
 */
export function createProgramReader(
  pool: Pool,
  environment: Environment,
): (applicationId: string) => Promise<RehearsalView | null> {
  const known = createExpiringMap<KnownCalls & { until: number }>({ maxEntries: maxKnown })

  /** The latest rehearsal of an application, with its cases as they are now; null if it had none. */
  return async (applicationId) => {
    const before = known.get(applicationId)
    const { rows } = await pool.query<{ described: (DescribedRehearsal & KnownCalls) | null }>(
      `SELECT read_rehearsal(${own}, $3) AS described`,
      [applicationId, environment, before?.version],
    )
    const described = rows[0]?.described
    if (!described) return null
    const { version, recorded } = described.version === before?.version ? before : described
    known.set(applicationId, { version, recorded, until: performance.now() + knownMs })
    return readRehearsal({ ...described, recorded })
  }
}

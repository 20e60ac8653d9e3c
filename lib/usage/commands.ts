import type { Pool } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import { landingApplicationId } from '@/lib/applications/queries'
import { newId } from '@/lib/ids'
import type { RefusalCause } from '@/lib/oauth/errors'
import { nameStatement, type Statement } from '@/lib/statement'
import { coarseBounds, latencyBounds, type MeterBatch, type UsageRow } from './schema'

const isCoarse = (bound: number) => coarseBounds.some((each) => each === bound)

/** Bounds within the buckets of the previous version: each counts part of the next coarse one. */
const finerBounds = latencyBounds.filter((bound) => !isCoarse(bound))

export const counters = [
  'succeeded',
  'refused',
  'limited',
  'failed',
  ...coarseBounds.map((bound) => `latency_le_${bound}`),
  'latency_over_1000',
  'tokens_minted',
  'tokens_reused',
  ...finerBounds.map((bound) => `latency_le_${bound}`),
]

/** Adds up `codes` of a group; null without any. */
export const sumCodes = 'sum_codes(jsonb_agg(codes) FILTER (WHERE codes IS NOT NULL))'

/** Leaves out what is not of the gateway's environment, and the landing page's calls, which no one's usage has. */
const own = (id: string, environment: string) =>
  `JOIN application a ON a.id = ${id} AND a.environment = ${environment}::environment AND a.id <> '${landingApplicationId}'`

// In the order of the key, so that two gateways that write at the same time wait for each other rather than deadlock.
// Arrays, as writing a thousand rows a second as JSON took 5 % of a gateway's CPU time. The batch's id is written in
// the same statement: a batch that timed out while its commit waited, but was committed in the end, is recognised when
// it is tried again, and adds nothing. A retry waits for the end of an attempt that is still running. Most rows have no
// errors, and so no codes to add.
const addUsage = nameStatement(
  'add-usage',
  `WITH fresh AS (INSERT INTO usage_flush (id) VALUES ($${counters.length + 5}) ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO usage_minute (application_id, minute, endpoint, codes, ${counters.join(', ')})
  SELECT application_id, to_timestamp(minute), endpoint, ${sumCodes},
    ${counters.map((name) => `sum(${name})::int`).join(', ')}
  FROM unnest($1::uuid[], $2::int[], $3::text[], $4::jsonb[],
      ${counters.map((_, index) => `$${index + 5}::int[]`).join(', ')})
    AS row (application_id, minute, endpoint, codes, ${counters.join(', ')})
    ${own('row.application_id', `$${counters.length + 6}`)}
  WHERE EXISTS (SELECT FROM fresh)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (application_id, minute, endpoint) DO UPDATE
  SET ${counters.map((name) => `${name} = usage_minute.${name} + excluded.${name}`).join(', ')},
    codes = CASE WHEN excluded.codes IS NULL THEN usage_minute.codes
      ELSE sum_codes(jsonb_build_array(coalesce(usage_minute.codes, '{}'), excluded.codes)) END`,
)

// Only the mistake of sending credentials to the other environment is shown to the owner of an application
// there.
const addRecent = nameStatement(
  'add-recent-calls',
  `INSERT INTO recent_call
    (application_id, request_id, at, endpoint, status, error_code, hint, latency_ms, masked_msisdn, address, method,
      response, rehearsal_id, rehearsal_number, rehearsal_facts)
  SELECT row.* FROM json_to_recordset($1) AS row (application_id uuid, request_id uuid, at timestamptz, endpoint text,
    status int, error_code text, hint text, latency_ms int, masked_msisdn text, address text, method text,
    response text, rehearsal_id uuid, rehearsal_number int, rehearsal_facts jsonb)
    JOIN application a ON a.id = row.application_id AND a.id <> '${landingApplicationId}'
      AND (a.environment = $2::environment OR row.hint = '${'other_environment' satisfies RefusalCause}')
  ON CONFLICT DO NOTHING`,
)

// To the minute only, so that a busy client does not rewrite its row every second. A row locked by a rotation is
// skipped: the next use is written.
const touch = (table: string) => `
  UPDATE ${table} c SET last_used_at = used.at, last_used_address = used.address
  FROM (
    SELECT c.id, u.at, u.address
    FROM ${table} c JOIN json_to_recordset($1) AS u (id uuid, at timestamptz, address text) ON u.id = c.id
      ${own('c.application_id', '$2')}
    WHERE c.last_used_at IS NULL OR c.last_used_at < u.at - interval '1 minute'
    FOR NO KEY UPDATE OF c SKIP LOCKED
  ) used
  WHERE used.id = c.id`

const addNetworks = nameStatement(
  'add-networks',
  `SELECT count_networks(array_agg("applicationId"), array_agg(date '1970-01-01' + day), array_agg(network),
    array_agg(calls))
  FROM json_to_recordset($1) AS row ("applicationId" uuid, day int, network text, calls bigint)
    ${own('row."applicationId"', '$2')}`,
)

const touchCredentials = nameStatement(
  'touch-credentials',
  `WITH keys AS (${touch('client_key')}) ${touch('client_secret')}`,
)

/**
 * Writes a meter's batch: independent statements, each only if it has rows. Written rows are removed from
 * `batch`, so that the rest can be given back.
 * @throws the database's error; if writing the usage failed, nothing else was tried
 */
export async function writeMeterBatch(
  pool: Pool,
  environment: Environment,
  batch: MeterBatch,
): Promise<void> {
  const { flushId, usage, recent, credentialUses, networks, uncounted } = batch
  if (usage.length > 0)
    await pool.query({ ...addUsage, values: [...toUsageArrays(usage), flushId, environment] })
  batch.usage = []
  try {
    if (recent.length > 0) await run(pool, addRecent, environment, recent)
    batch.recent = []
    if (networks.length > 0) await run(pool, addNetworks, environment, networks)
    batch.networks = []
    for (const id of uncounted) await pool.query('SELECT miss_rehearsal_call($1, $2)', [id, environment])
    batch.uncounted = []
  } finally {
    if (credentialUses.size > 0)
      await run(pool, touchCredentials, environment, [...credentialUses].map(toUseRecord))
  }
}

/**
 * Raises an alert that the worker mails to administrators; at most one an hour for each kind and application.
 * @param detail numbers and words only: no msisdn, no secret
 */
export async function raiseAlert(
  pool: Pool,
  environment: Environment,
  kind: 'account_enumeration',
  applicationId: string,
  detail: Record<string, string | number>,
): Promise<void> {
  await pool.query(
    `INSERT INTO operator_alert (id, kind, application_id, hour, detail)
     SELECT $1, $2, a.id, date_trunc('hour', now()), $4
     FROM application a WHERE a.id = $3 AND a.environment = $5 ON CONFLICT DO NOTHING`,
    [newId(), kind, applicationId, detail, environment],
  )
}

async function run(
  pool: Pool,
  statement: Statement,
  environment: Environment,
  records: object[],
): Promise<void> {
  await pool.query({ ...statement, values: [JSON.stringify(records), environment] })
}

/** One array literal per column; ids, numbers and endpoints need no escaping. */
function toUsageArrays(rows: UsageRow[]): string[] {
  const values = rows.map(countersOf)
  const columns = [
    rows.map((row) => row.applicationId),
    rows.map((row) => row.minute / 1000),
    rows.map((row) => row.endpoint),
    rows.map((row) => (row.codes ? JSON.stringify(JSON.stringify(row.codes)) : 'NULL')),
    ...counters.map((_, index) => values.map((each) => each[index])),
  ]
  return columns.map((column) => `{${column.join(',')}}`)
}

/** The values of a row in the order of `counters`. */
function countersOf(row: Omit<UsageRow, 'minute'>): number[] {
  const { succeeded, refused, limited, failed, latency, minted, reused } = row
  const coarse = coarseBuckets.map((members) => sumOf(latency, members))
  const finer = finerBuckets.map((bucket) => latency[bucket] ?? 0)
  return [succeeded, refused, limited, failed, ...coarse, minted, reused, ...finer]
}

const finerBuckets = finerBounds.map((bound) => latencyBounds.indexOf(bound))

/** From which to which bucket each bucket of the previous version reaches. */
const coarseBuckets = [...coarseBounds, Number.POSITIVE_INFINITY].map((bound, index) => ({
  first: latencyBounds.filter((each) => each <= (coarseBounds[index - 1] ?? 0)).length,
  last: latencyBounds.filter((each) => each < bound).length,
}))

function sumOf(latency: number[], { first, last }: { first: number; last: number }): number {
  let sum = 0
  for (let bucket = first; bucket <= last; bucket++) sum += latency[bucket] ?? 0
  return sum
}

function toUseRecord([id, { at, address }]: [string, { at: number; address: string }]): object {
  return { id, at: new Date(at).toISOString(), address }
}

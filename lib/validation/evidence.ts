import { database } from '@/lib/database'
import { errorsInRow } from '@/lib/usage/errors'

/** A developer's activity in the Sandbox, over all applications whose team they are on. */
export type SandboxRecord = {
  applications: number
  tokens: number
  balances: number
  errors: number
  firstCall: Date | null
  lastCall: Date | null
}

/** A developer's Sandbox record, as evidence that they have tested their program. Times are exact to the minute. */
export async function findSandboxRecord(developerId: string): Promise<SandboxRecord> {
  const [row] = await database().$queryRaw<SandboxRecord[]>`
    WITH own AS MATERIALIZED (
      SELECT id FROM application WHERE environment = 'sandbox'
        AND id IN (SELECT application_id FROM application_team WHERE developer_id = ${developerId}::uuid))
    SELECT (SELECT count(*) FROM own)::int AS applications,
           coalesce(sum(u.succeeded) FILTER (WHERE u.endpoint = 'token'), 0)::int AS tokens,
           coalesce(sum(u.succeeded) FILTER (WHERE u.endpoint = 'account'), 0)::int AS balances,
           coalesce(sum(${errorsInRow}), 0)::int AS errors,
           min(u.minute) AS "firstCall", max(u.minute) AS "lastCall"
    FROM usage_of(ARRAY(SELECT id FROM own), '-infinity', 'infinity') u`
  if (!row) throw new Error('unreachable: an aggregate always returns a row')
  return row
}

import type { ClientBase } from 'pg'
import { nameStatement } from '@/lib/statement'

/**
 * Closes refused changes of numbers that something later, or of the same time, has overtaken: what is stored of each
 * group that they have, or a removal. Those whose time or groups cannot be read stay.
 * @returns the ids of those that were closed
 */
export async function closeOvertaken(
  client: Pick<ClientBase, 'query'>,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await client.query<{ id: string }>({ ...close, values: [`{${numbers.join()}}`] })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Closes those that a staged file has overtaken: it says what was so at its time of each number that it has, and of all
 * numbers if it is complete.
 * @param asOf the time of the data in the file, in ISO 8601
 */
export async function closeOvertakenByFile(
  client: Pick<ClientBase, 'query'>,
  asOf: string,
  complete: boolean,
): Promise<void> {
  await client.query(
    `DELETE FROM refused_change refused
     WHERE as_of <= $1::timestamptz AND msisdn IS NOT NULL
       AND ($2::boolean OR EXISTS (SELECT FROM staged_account given WHERE given.msisdn = refused.msisdn))`,
    [asOf, complete],
  )
}

const close = nameStatement(
  'close-overtaken',
  `DELETE FROM refused_change refused USING (
    SELECT given.id FROM refused_change given
    LEFT JOIN wallet_account stored ON stored.environment = 'production' AND stored.msisdn = given.msisdn
    LEFT JOIN waiting_details waiting ON waiting.environment = 'production' AND waiting.msisdn = given.msisdn
    LEFT JOIN removed_account removed ON removed.environment = 'production' AND removed.msisdn = given.msisdn
    WHERE given.msisdn = ANY ($1::bigint[]) AND (
      given.as_of <= greatest(removed.as_of, stored.removed_as_of)
      OR (given.has_amounts OR given.has_details)
        AND (NOT given.has_amounts OR given.as_of <= stored.as_of)
        AND (NOT given.has_details
          OR given.as_of <= coalesce(waiting.as_of, stored.details_as_of, stored.as_of)))) overtaken
  WHERE refused.id = overtaken.id RETURNING refused.id`,
)

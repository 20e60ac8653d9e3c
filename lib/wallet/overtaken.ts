import type { ClientBase } from 'pg'

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
  const { rows } = await client.query<{ id: string }>(close, [`{${numbers.join()}}`])
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

// OFFSET: each number is looked up, also while a table has no statistics. Without a name, as all these statements are.
const close = `
  DELETE FROM refused_change refused USING (
    SELECT given.id FROM refused_change given
    LEFT JOIN LATERAL (
      SELECT * FROM wallet_account WHERE environment = 'production' AND msisdn = given.msisdn OFFSET 0) stored ON true
    LEFT JOIN LATERAL (
      SELECT * FROM waiting_details WHERE environment = 'production' AND msisdn = given.msisdn OFFSET 0) waiting ON true
    LEFT JOIN LATERAL (
      SELECT * FROM removed_account WHERE environment = 'production' AND msisdn = given.msisdn OFFSET 0) removed ON true
    WHERE given.msisdn = ANY ($1::bigint[]) AND (
      given.as_of <= greatest(removed.as_of, stored.removed_as_of)
      OR (given.has_amounts OR given.has_details)
        AND (NOT given.has_amounts OR given.as_of <= stored.as_of)
        AND (NOT given.has_details
          OR given.as_of <= coalesce(waiting.as_of, stored.details_as_of, stored.as_of)))) overtaken
  WHERE refused.id = overtaken.id RETURNING refused.id`

import { createClient, type Owner } from './factories'

/** Lets an application be called from these networks only, as the portal's page does once they are approved. */
export async function allowOnly(owner: Owner, applicationId: string, networks: string[]): Promise<void> {
  await owner.query('UPDATE application SET allowed_networks = $2 WHERE id = $1', [applicationId, networks])
}

/** A Production application that may be called from these networks only. */
export async function createListedClient(
  owner: Owner,
  networks: string[],
  input: Parameters<typeof createClient>[1] = {},
) {
  const client = await createClient(owner, { environment: 'production', ...input })
  await allowOnly(owner, client.applicationId, networks)
  return client
}

/** Counts calls of an application, as gateways do. @param daysAgo 0 is today (UTC) */
export async function countCalls(
  owner: Owner,
  applicationId: string,
  network: string,
  calls: number,
  daysAgo = 0,
): Promise<void> {
  await owner.query(
    `SELECT count_networks(ARRAY[$1::uuid], ARRAY[(now() AT TIME ZONE 'UTC')::date - $4::int], ARRAY[$2::text],
       ARRAY[$3::bigint])`,
    [applicationId, network, calls, daysAgo],
  )
}

import { Client } from 'pg'
import { journeysData } from '@/scripts/check/folders'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace } from '@/scripts/launch/postgres/place'
import { databaseName } from '@/scripts/launch/postgres/roles'

/** Expires all links of a developer: the one thing that no journey can wait for. */
export async function expireLinks(email: string): Promise<void> {
  const links = await queryDatabase(
    `UPDATE email_link
     SET created_at = email_link.created_at - interval '2 days',
            expires_at = email_link.expires_at - interval '2 days'
     FROM developer WHERE developer.id = developer_id AND developer.email = $1
     RETURNING email_link.id`,
    [email],
  )
  if (links.length === 0) throw new Error(`There is no link of ${email}.`)
}

/** The developer's next act asks for a confirmation. */
export async function expireConfirmation(email: string): Promise<void> {
  await queryDatabase(
    'UPDATE session SET confirmed_at = NULL FROM developer WHERE developer.id = developer_id AND developer.email = $1',
    [email],
  )
}

/** Queries the journeys' own database, bypassing every role and grant. */
export async function queryDatabase(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const client = new Client({
    host: findPlace(journeysData)?.socketFolder,
    user: superuser,
    database: databaseName,
  })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

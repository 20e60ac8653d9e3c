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

/** Expires the confirmation of a developer, as after its 15 minutes. */
export async function expireConfirmation(email: string): Promise<void> {
  const sessions = await queryDatabase(
    `UPDATE session SET confirmed_at = confirmed_at - interval '15 minutes'
     FROM developer WHERE developer.id = developer_id AND developer.email = $1 AND confirmed_at IS NOT NULL
     RETURNING session.id`,
    [email],
  )
  if (sessions.length === 0) throw new Error(`${email} has confirmed nothing.`)
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

import { Client } from 'pg'
import { journeysData } from '@/scripts/check/folders'
import { superuser } from '@/scripts/launch/postgres/cluster'
import { findPlace } from '@/scripts/launch/postgres/place'
import { databaseName } from '@/scripts/launch/postgres/roles'

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

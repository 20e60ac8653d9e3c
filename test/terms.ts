import type { Owner } from './factories'

/** Publishes another version of the terms, in force from today. @returns its number */
export async function publishNow(sql: Owner, textEn = '# Terms', textFr = '# Conditions'): Promise<number> {
  const { rows } = await sql.query(
    `INSERT INTO terms_version (version, text_en, text_fr, effective_from)
     SELECT coalesce(max(version), 0) + 1, $1, $2, (now() AT TIME ZONE 'UTC')::date FROM terms_version
     RETURNING version`,
    [textEn, textFr],
  )
  return rows[0].version
}

/** As before any terms were published. Truncating makes PostgreSQL plan the statements of all sessions again. */
export async function withdrawTerms(sql: Owner): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM terms_version LIMIT 1')
  if (rowCount) await sql.query('TRUNCATE terms_version CASCADE')
}

import type { Pool } from 'pg'

/** The digest of each table by its name. */
export type Snapshot = Record<string, string>

type Watched = { query: string; last?: { mark: string; held: Snapshot } }

const watched = new WeakMap<Pool, Watched>()

/**
 * A digest of the row versions of every table: two are equal if nothing was written in between, not even the same
 * values again. Throttles count attempts. Reads the tables only if a row has been written since the last snapshot, as
 * most of what is tried writes none.
 */
export async function takeSnapshot(sql: Pool): Promise<Snapshot> {
  const watch = watched.get(sql) ?? (await watchTables(sql))
  watched.set(sql, watch)
  const { rows } = await sql.query(`SELECT last_value AS mark,
    EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL) AS writing
    FROM row_written`)
  const { mark, writing } = rows[0]
  const { last } = watch
  if (last && last.mark === mark) return last.held
  // Named, so that PostgreSQL plans it once for each connection.
  const tables = await sql.query({ name: 'snapshot', text: watch.query })
  const held = Object.fromEntries(tables.rows.map((row) => [row.name, row.held]))
  watch.last = writing ? undefined : { mark, held }
  return held
}

/** Lets every written row raise a sequence, also one that is rolled back. */
async function watchTables(sql: Pool): Promise<Watched> {
  const { rows } = await sql.query<{ name: string; partition: boolean }>(
    `SELECT relname AS name, relispartition AS partition FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'throttle' ORDER BY 1`,
  )
  // A partition has its parent's triggers, and its rows are in the parent.
  const names = rows.filter(({ partition }) => !partition).map(({ name }) => name)
  // The first call of a sequence leaves its value as it was.
  await sql.query(`CREATE SEQUENCE row_written;
    SELECT nextval('row_written');
    CREATE FUNCTION note_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS
      $$ BEGIN PERFORM nextval('row_written'); RETURN NULL; END $$;
    ${names.map((name) => `CREATE TRIGGER note_row AFTER INSERT OR UPDATE OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION note_row();`).join('\n')}`)
  const digests = names.map(
    (name) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended(tableoid::text || ctid::text || xmin::text, 0)), 0) AS held FROM "${name}"`,
  )
  return { query: digests.join(' UNION ALL ') }
}

-- As before, but waits for at most one locked row, and 50 ms: a gateway counts the calls of all rehearsals one statement after
-- the other, and those of others shall not wait for an organisation that is being suspended. A second chance without waiting
-- comes first, as a lock taken within a block of its own is a costly one.
CREATE OR REPLACE FUNCTION count_rehearsal_calls(rehearsals uuid[])
RETURNS TABLE ("position" integer, number integer, at double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  each uuid;
  counted rehearsal;
  wanted integer;
  moment timestamptz;
  waits boolean := true;
  timeout text := current_setting('lock_timeout');
BEGIN
  FOR each, wanted IN SELECT id, count(*) FROM unnest(rehearsals) AS id GROUP BY id ORDER BY id LOOP
    SELECT * INTO counted FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL FOR NO KEY UPDATE SKIP LOCKED;
    IF counted.id IS NULL AND NOT EXISTS (SELECT FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL) THEN
      CONTINUE;
    END IF;
    IF counted.id IS NULL AND waits THEN
      BEGIN
        PERFORM set_config('lock_timeout', '50ms', true);
        SELECT * INTO counted FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL FOR NO KEY UPDATE;
        PERFORM set_config('lock_timeout', timeout, true);
        CONTINUE WHEN counted.id IS NULL;
      EXCEPTION WHEN lock_not_available THEN
        waits := false;
      END;
    END IF;
    IF counted.id IS NULL THEN
      RETURN QUERY
        SELECT q.place::integer, 0, 0::double precision
        FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place) WHERE q.id = each;
      CONTINUE;
    END IF;
    -- It never waits for a row while it holds another, as a suspension locks several in any order.
    waits := false;
    moment := clock_timestamp();
    IF counted.ends_at <= moment THEN
      UPDATE rehearsal r SET ended_at = r.ends_at, end_reason = 'time' WHERE r.id = each;
      CONTINUE;
    END IF;
    UPDATE rehearsal r SET
        calls = greatest(r.calls, least(r.calls + wanted, 2000)),
        counted_at = moment,
        ended_at = CASE WHEN r.calls + wanted > 2000 THEN moment END,
        end_reason = CASE WHEN r.calls + wanted > 2000 THEN 'calls' END
      WHERE r.id = each;
    RETURN QUERY
      SELECT q.place::integer, (counted.calls + row_number() OVER (ORDER BY q.place))::integer,
        (extract(epoch FROM moment) * 1000)::double precision
      FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place)
      WHERE q.id = each ORDER BY q.place LIMIT greatest(2000 - counted.calls, 0);
  END LOOP;
END $$;

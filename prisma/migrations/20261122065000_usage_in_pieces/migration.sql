-- Each statement of housekeeping does a bounded piece. After a week without a worker a day's usage lies beside all
-- partitions: moving it into one held up whoever wrote usage for as long as that took, and removing it went at once.

CREATE OR REPLACE FUNCTION prepare_usage_partitions(ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  most_moved CONSTANT integer := 1000;
  first timestamptz := date_trunc('day', now(), 'UTC');
  begins timestamptz;
  name text;
  made integer := 0;
BEGIN
  FOR n IN 0..least(ahead, 14) LOOP
    begins := first + n * interval '24 hours';
    name := 'usage_minute_' || to_char(begins AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    -- A day of which more lies beside stays there, and is removed in pieces when it is old.
    CONTINUE WHEN (SELECT count(*) FROM (SELECT FROM usage_minute_other
      WHERE minute >= begins AND minute < begins + interval '24 hours' LIMIT most_moved + 1) found) > most_moved;
    BEGIN
      EXECUTE format('CREATE TABLE %I (LIKE usage_minute INCLUDING ALL)', name);
      LOCK TABLE usage_minute_other IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('WITH moved AS (DELETE FROM usage_minute_other WHERE minute >= %L AND minute < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', begins, begins + interval '24 hours', name);
      EXECUTE format('ALTER TABLE usage_minute ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins,
        begins + interval '24 hours');
      made := made + 1;
    EXCEPTION WHEN invalid_object_definition THEN
      -- The first partition reaches this far: undone, and there is nothing to make.
      NULL;
    END;
  END LOOP;
  RETURN made;
END $$;

-- Drops the oldest partition that ends before `before`, if all of it has been rolled up, and says its name; when there is
-- none, removes some of the rows as old that lie beside all partitions, and says their table's.
CREATE OR REPLACE FUNCTION drop_usage_partition(before timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  name text;
  -- Not by least(), which passes over a NULL: nothing may go before anything was rolled up.
  done timestamptz := (SELECT CASE WHEN until < before THEN until ELSE before END FROM usage_rollup WHERE step = 'hour');
BEGIN
  SELECT c.relname INTO name
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz AS ends) bound
  WHERE i.inhparent = 'usage_minute'::regclass
    AND bound.ends <= done
  ORDER BY bound.ends LIMIT 1;
  IF name IS NOT NULL THEN
    EXECUTE format('DROP TABLE %I', name);
    RETURN name;
  END IF;
  DELETE FROM usage_minute_other WHERE ctid = ANY (ARRAY(SELECT ctid FROM usage_minute_other WHERE minute < done LIMIT 250));
  IF FOUND THEN RETURN 'usage_minute_other'; END IF;
  RETURN NULL;
END $$;

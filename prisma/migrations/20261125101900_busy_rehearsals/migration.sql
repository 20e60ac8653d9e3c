-- Rehearsals with many calls, and many at the same time.

-- As before, but waits for at most one locked row, and 50 ms: a gateway counts the calls of all rehearsals one statement after
-- the other, and those of others shall not wait for an organisation that is being suspended. It tries without waiting first, as
-- a lock taken within a block of its own costs more.
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

-- A rehearsal as lib/rehearsals reads it. As before, but looks for Retry-After in the few characters after its name, and leaves
-- out the calls where the caller has them.
CREATE FUNCTION describe_rehearsal(r rehearsal, with_calls boolean) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'id', r.id, 'applicationId', r.application_id, 'calls', r.calls, 'endReason', r.end_reason, 'report', r.report,
    'now', unix_ms(clock_timestamp()), 'startedAt', unix_ms(r.started_at), 'endsAt', unix_ms(r.ends_at),
    'countedAt', unix_ms(r.counted_at), 'endedAt', unix_ms(r.ended_at), 'finishedAt', unix_ms(r.finished_at),
    'requirements', coalesce((SELECT jsonb_object_agg(c.id, c.requirement) FROM rehearsal_case c), '{}'),
    'recorded', coalesce(CASE WHEN r.finished_at IS NULL AND with_calls THEN (
      SELECT jsonb_agg(jsonb_build_array(c.rehearsal_number, c.request_id, c.endpoint, c.status, c.error_code,
        substring(
          split_part(split_part(E'\n' || c.response, E'\n\n', 1), E'\nRetry-After: ', 2) FROM '^([0-9]{1,6})(?:\n|$)'
        )::integer, c.rehearsal_facts)
        ORDER BY c.rehearsal_number)
      FROM recent_call c WHERE c.rehearsal_id = r.id) END, '[]'))
$$;
CREATE OR REPLACE FUNCTION describe_rehearsal(r rehearsal) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$ SELECT describe_rehearsal(r, true) $$;

-- The latest rehearsal of an application with the version of its calls, which are left out if that is the known one.
CREATE FUNCTION read_rehearsal(application uuid, known text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT describe_rehearsal(latest.rehearsal, latest.version IS DISTINCT FROM known)
    || jsonb_build_object('version', latest.version)
  FROM (
    SELECT r AS rehearsal,
      concat(r.id, ' ', (SELECT count(*) FROM recent_call c WHERE c.rehearsal_id = r.id)) AS version
    FROM rehearsal r
    WHERE r.application_id = read_rehearsal.application ORDER BY r.started_at DESC, r.id DESC LIMIT 1
  ) AS latest
$$;
REVOKE ALL ON FUNCTION describe_rehearsal(rehearsal, boolean), read_rehearsal(uuid, text) FROM PUBLIC;

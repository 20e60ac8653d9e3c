-- Go-live rehearsals of Sandbox applications.

CREATE TYPE "rehearsal_requirement" AS ENUM ('required', 'advised', 'off');

CREATE TABLE "rehearsal" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "report" JSONB,

    CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "rehearsal_application_id_started_at_idx" ON "rehearsal"("application_id", "started_at" DESC);
ALTER TABLE "rehearsal" ADD CONSTRAINT "rehearsal_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

CREATE TABLE "rehearsal_case" (
    "id" TEXT NOT NULL,
    "requirement" "rehearsal_requirement" NOT NULL,

    CONSTRAINT "rehearsal_case_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "application" ADD COLUMN "rehearsal_id" UUID;
ALTER TABLE "submission" ADD COLUMN "rehearsal_id" UUID;
CREATE INDEX "submission_rehearsal_id_idx" ON "submission"("rehearsal_id");
ALTER TABLE "submission" ADD CONSTRAINT "submission_rehearsal_id_fkey" FOREIGN KEY ("rehearsal_id") REFERENCES "rehearsal"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "recent_call"
  ADD COLUMN "rehearsal_id" UUID,
  ADD COLUMN "rehearsal_number" INTEGER,
  ADD COLUMN "rehearsal_facts" JSONB;

-- What Prisma cannot say.

ALTER TABLE "rehearsal"
  ADD CONSTRAINT "rehearsal_calls_check" CHECK ("calls" >= 0),
  ADD CONSTRAINT "rehearsal_duration_check" CHECK ("ends_at" <= "started_at" + interval '24 hours'),
  ADD CONSTRAINT "rehearsal_end_check" CHECK (("ended_at" IS NULL) = ("end_reason" IS NULL)),
  ADD CONSTRAINT "rehearsal_end_reason_check" CHECK ("end_reason" IN ('requested', 'calls', 'time', 'stopped')),
  ADD CONSTRAINT "rehearsal_report_check"
    CHECK (("report" IS NULL) = ("finished_at" IS NULL) AND ("finished_at" IS NULL OR "ended_at" IS NOT NULL));
CREATE UNIQUE INDEX "rehearsal_running_key" ON "rehearsal" ("application_id") WHERE "ended_at" IS NULL;
CREATE INDEX "rehearsal_unfinished_idx" ON "rehearsal" ("id") WHERE "finished_at" IS NULL;

-- A gateway that cannot know whether its batch was written repeats it: each call is recorded once.
CREATE UNIQUE INDEX "recent_call_rehearsal_key" ON "recent_call" ("rehearsal_id", "rehearsal_number")
  WHERE "rehearsal_id" IS NOT NULL;

-- A finished rehearsal never changes, whatever a program does.
CREATE FUNCTION keep_finished_rehearsal() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a finished rehearsal never changes';
END $$;
CREATE TRIGGER rehearsal_finished BEFORE UPDATE ON rehearsal
  FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION keep_finished_rehearsal();

-- However it ends, the worker finishes it: a little later, when gateways have written the last calls.
CREATE FUNCTION queue_finishing() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM enqueue_job('finish-rehearsals', '{}', clock_timestamp() + interval '3 seconds', 'finish-rehearsal-' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER rehearsal_ended AFTER UPDATE OF ended_at ON rehearsal
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION queue_finishing();

-- An application that is no longer served, for whatever reason, has no rehearsal.
CREATE FUNCTION stop_rehearsal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE rehearsal SET ended_at = least(clock_timestamp(), ends_at), end_reason = 'stopped'
    WHERE application_id = NEW.id AND ended_at IS NULL;
  NEW.rehearsal_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER application_rehearsal BEFORE UPDATE OF state, owner_suspended ON application
  FOR EACH ROW WHEN (NEW.rehearsal_id IS NOT NULL AND (NEW.state <> 'active' OR NEW.owner_suspended))
  EXECUTE FUNCTION stop_rehearsal();

-- Starts a rehearsal: 'started', 'running' (one at a time), or 'no_application' (not an active one of the Sandbox).
-- Always the application's row before the rehearsal's.
CREATE FUNCTION start_rehearsal(application uuid, rehearsal uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM application a
    WHERE a.id = start_rehearsal.application AND a.environment = 'sandbox' AND a.state = 'active' AND NOT a.owner_suspended
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'no_application'; END IF;
  UPDATE rehearsal r SET ended_at = r.ends_at, end_reason = 'time'
    WHERE r.application_id = start_rehearsal.application AND r.ended_at IS NULL AND r.ends_at <= clock_timestamp();
  IF EXISTS (SELECT FROM rehearsal r WHERE r.application_id = start_rehearsal.application AND r.ended_at IS NULL) THEN
    RETURN 'running';
  END IF;
  INSERT INTO rehearsal (id, application_id, started_at, ends_at)
    SELECT start_rehearsal.rehearsal, start_rehearsal.application, at, at + interval '24 hours'
    FROM date_trunc('milliseconds', clock_timestamp()) AS at;
  UPDATE application a SET rehearsal_id = start_rehearsal.rehearsal WHERE a.id = start_rehearsal.application;
  RETURN 'started';
END $$;

-- Ends the rehearsal of an application, now. Returns its id, or null if none runs.
CREATE FUNCTION end_rehearsal(application uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ended rehearsal;
BEGIN
  PERFORM FROM application a WHERE a.id = end_rehearsal.application FOR NO KEY UPDATE;
  UPDATE rehearsal r SET
      ended_at = least(clock_timestamp(), r.ends_at),
      end_reason = CASE WHEN r.ends_at <= clock_timestamp() THEN 'time' ELSE 'requested' END
    WHERE r.application_id = end_rehearsal.application AND r.ended_at IS NULL
    RETURNING * INTO ended;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE application a SET rehearsal_id = NULL WHERE a.id = end_rehearsal.application;
  RETURN CASE WHEN ended.end_reason = 'requested' THEN ended.id END;
END $$;

-- The same for the application's own program, with the audit row.
CREATE FUNCTION start_rehearsal_by_program(application uuid, rehearsal uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  outcome text := start_rehearsal(application, rehearsal);
BEGIN
  IF outcome = 'started' THEN
    INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
    VALUES (NULL, 'system', 'rehearsal.started', 'application', application::text,
      jsonb_build_object('rehearsalId', rehearsal, 'byProgram', true));
  END IF;
  RETURN outcome;
END $$;
CREATE FUNCTION end_rehearsal_by_program(application uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  ended uuid := end_rehearsal(application);
BEGIN
  IF ended IS NOT NULL THEN
    INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
    VALUES (NULL, 'system', 'rehearsal.ended', 'application', application::text,
      jsonb_build_object('rehearsalId', ended, 'reason', 'requested', 'byProgram', true));
  END IF;
  RETURN ended;
END $$;

-- Counts calls before they are answered, each of the rehearsal at its position. Returns the number of each that is part
-- of it, and the time in Unix milliseconds. Call 2,001 is not, and ends it; nor is one after its end. It never waits for a
-- row while it holds another, as a suspension locks several in any order: number 0 means to call again for that one.
CREATE FUNCTION count_rehearsal_calls(rehearsals uuid[])
RETURNS TABLE ("position" integer, number integer, at double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  each uuid;
  counted rehearsal;
  wanted integer;
  moment timestamptz;
  holds boolean := false;
BEGIN
  FOR each, wanted IN SELECT id, count(*) FROM unnest(rehearsals) AS id GROUP BY id ORDER BY id LOOP
    IF holds THEN
      SELECT * INTO counted FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL FOR NO KEY UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        RETURN QUERY
          SELECT q.place::integer, 0, 0::double precision
          FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place)
          WHERE q.id = each AND EXISTS (SELECT FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL);
        CONTINUE;
      END IF;
    ELSE
      SELECT * INTO counted FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL FOR NO KEY UPDATE;
      CONTINUE WHEN NOT FOUND;
    END IF;
    holds := true;
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

-- Takes a number that no call will have, as a call could not be counted before its response. Also of a rehearsal that has
-- ended meanwhile, until it is finished.
CREATE FUNCTION miss_rehearsal_call(missed uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE rehearsal SET calls = calls + 1, counted_at = clock_timestamp() WHERE id = missed AND finished_at IS NULL;
END $$;

CREATE FUNCTION unix_ms(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$ SELECT floor(extract(epoch FROM at) * 1000)::bigint $$;

-- A rehearsal as lib/rehearsals reads it; times in Unix milliseconds. The calls of one that is not finished are arrays, as
-- there may be 2,000: number, request id, endpoint, status, code, Retry-After, and what cases compare.
CREATE FUNCTION describe_rehearsal(r rehearsal) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'id', r.id, 'applicationId', r.application_id, 'calls', r.calls, 'endReason', r.end_reason, 'report', r.report,
    'now', unix_ms(clock_timestamp()), 'startedAt', unix_ms(r.started_at), 'endsAt', unix_ms(r.ends_at),
    'countedAt', unix_ms(r.counted_at), 'endedAt', unix_ms(r.ended_at), 'finishedAt', unix_ms(r.finished_at),
    'requirements', coalesce((SELECT jsonb_object_agg(c.id, c.requirement) FROM rehearsal_case c), '{}'),
    'recorded', coalesce(CASE WHEN r.finished_at IS NULL THEN (
      SELECT jsonb_agg(jsonb_build_array(c.rehearsal_number, c.request_id, c.endpoint, c.status, c.error_code,
        substring(c.response FROM '(?in)^retry-after: ([0-9]{1,6})$')::integer, c.rehearsal_facts)
        ORDER BY c.rehearsal_number)
      FROM recent_call c WHERE c.rehearsal_id = r.id) END, '[]'))
$$;
-- The latest rehearsal of an application; null if it had none.
CREATE FUNCTION read_rehearsal(application uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT describe_rehearsal(r) FROM rehearsal r
  WHERE r.application_id = read_rehearsal.application ORDER BY r.started_at DESC, r.id DESC LIMIT 1
$$;

REVOKE ALL ON FUNCTION start_rehearsal(uuid, uuid), end_rehearsal(uuid), start_rehearsal_by_program(uuid, uuid),
  end_rehearsal_by_program(uuid), count_rehearsal_calls(uuid[]), miss_rehearsal_call(uuid),
  describe_rehearsal(rehearsal),
  read_rehearsal(uuid) FROM PUBLIC;

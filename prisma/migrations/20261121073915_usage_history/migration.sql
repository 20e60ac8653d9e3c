-- Usage by time: minutes in a partition a day, which is dropped whole; hours and days for what lies further back.
-- The former version goes on as before: it writes and reads "usage_minute", which keeps its name, columns and key.

ALTER TABLE "usage_minute" RENAME TO "usage_minute_before";
ALTER TABLE "usage_minute_before" RENAME CONSTRAINT "usage_minute_pkey" TO "usage_minute_before_pkey";
ALTER INDEX "usage_minute_minute_idx" RENAME TO "usage_minute_before_minute_idx";

CREATE TABLE "usage_minute" (
    LIKE "usage_minute_before" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT "usage_minute_pkey" PRIMARY KEY ("application_id","minute","endpoint")
) PARTITION BY RANGE ("minute");
CREATE INDEX "usage_minute_minute_idx" ON "usage_minute"("minute");

-- What is there becomes the first partition, unmoved; it is read through once, in which time meters wait in the gateways.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE usage_minute ATTACH PARTITION usage_minute_before FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('day', now(), 'UTC') + interval '2 days');
END $$;
-- For what no partition was made in time.
CREATE TABLE "usage_minute_other" PARTITION OF "usage_minute" DEFAULT;

-- CreateTable
CREATE TABLE "usage_hour" (
    "application_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "succeeded" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "limited" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "latency_le_5" BIGINT NOT NULL,
    "latency_le_10" BIGINT NOT NULL,
    "latency_le_25" BIGINT NOT NULL,
    "latency_le_50" BIGINT NOT NULL,
    "latency_le_100" BIGINT NOT NULL,
    "latency_le_250" BIGINT NOT NULL,
    "latency_le_1000" BIGINT NOT NULL,
    "latency_over_1000" BIGINT NOT NULL,
    "tokens_minted" BIGINT NOT NULL,
    "tokens_reused" BIGINT NOT NULL,

    CONSTRAINT "usage_hour_pkey" PRIMARY KEY ("application_id","hour","endpoint")
);
CREATE INDEX "usage_hour_hour_idx" ON "usage_hour"("hour");

-- CreateTable
CREATE TABLE "usage_day" (
    "application_id" UUID NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "succeeded" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "limited" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "latency_le_5" BIGINT NOT NULL,
    "latency_le_10" BIGINT NOT NULL,
    "latency_le_25" BIGINT NOT NULL,
    "latency_le_50" BIGINT NOT NULL,
    "latency_le_100" BIGINT NOT NULL,
    "latency_le_250" BIGINT NOT NULL,
    "latency_le_1000" BIGINT NOT NULL,
    "latency_over_1000" BIGINT NOT NULL,
    "tokens_minted" BIGINT NOT NULL,
    "tokens_reused" BIGINT NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("application_id","day","endpoint")
);
CREATE INDEX "usage_day_day_idx" ON "usage_day"("day");

-- CreateTable
CREATE TABLE "usage_rollup" (
    "step" TEXT NOT NULL,
    "until" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "usage_rollup_pkey" PRIMARY KEY ("step")
);

-- What Prisma cannot say.

ALTER TABLE "usage_rollup" ADD CONSTRAINT "usage_rollup_step_check" CHECK ("step" IN ('hour', 'day'));

-- One history out of the three: each moment is read from one of them only, by how far the rolling up has come.
CREATE VIEW "usage_history" AS
  SELECT application_id, minute, endpoint, succeeded::bigint, refused::bigint, limited::bigint, failed::bigint,
         latency_le_5::bigint, latency_le_10::bigint, latency_le_25::bigint, latency_le_50::bigint,
         latency_le_100::bigint, latency_le_250::bigint, latency_le_1000::bigint, latency_over_1000::bigint,
         tokens_minted::bigint, tokens_reused::bigint
  FROM usage_minute
  WHERE minute >= coalesce((SELECT until FROM usage_rollup WHERE step = 'hour'), '-infinity')
  UNION ALL
  SELECT * FROM usage_hour
  WHERE hour < (SELECT until FROM usage_rollup WHERE step = 'hour')
    AND hour >= coalesce((SELECT until FROM usage_rollup WHERE step = 'day'), '-infinity')
  UNION ALL
  SELECT * FROM usage_day WHERE day < (SELECT until FROM usage_rollup WHERE step = 'day');

-- Makes the partitions of today (UTC) and the days after it, as far as they are missing. What had to go into the default
-- partition moves to where it belongs. Waits two seconds at most for whoever writes, and is called again.
CREATE FUNCTION prepare_usage_partitions(ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  first timestamptz := date_trunc('day', now(), 'UTC');
  begins timestamptz;
  name text;
  made integer := 0;
BEGIN
  FOR n IN 0..least(ahead, 14) LOOP
    begins := first + n * interval '24 hours';
    name := 'usage_minute_' || to_char(begins AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
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
REVOKE ALL ON FUNCTION prepare_usage_partitions(integer) FROM PUBLIC;

-- Drops the oldest partition that ends before `before`, if all of it has been rolled up, and says its name.
CREATE FUNCTION drop_usage_partition(before timestamptz) RETURNS text
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
  IF name IS NOT NULL THEN EXECUTE format('DROP TABLE %I', name); END IF;
  DELETE FROM usage_minute_other WHERE minute < done;
  RETURN name;
END $$;
REVOKE ALL ON FUNCTION drop_usage_partition(timestamptz) FROM PUBLIC;

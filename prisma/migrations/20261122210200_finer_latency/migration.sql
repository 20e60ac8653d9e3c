-- Latency in finer steps and errors by code. The previous version goes on: it neither writes nor reads the new columns, so
-- the eight buckets keep their meaning, and a finer one counts part of the next of the eight.

ALTER TABLE "usage_minute"
  ADD COLUMN "latency_le_1" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_2" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_3" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_7" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_15" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_35" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_70" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_150" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_500" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_700" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_2000" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_5000" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "codes" JSONB;
ALTER TABLE "usage_hour"
  ADD COLUMN "latency_le_1" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_2" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_3" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_7" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_15" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_35" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_70" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_150" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_500" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_700" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_2000" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_5000" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "codes" JSONB;
ALTER TABLE "usage_day"
  ADD COLUMN "latency_le_1" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_2" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_3" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_7" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_15" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_35" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_70" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_150" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_500" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_700" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_2000" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "latency_le_5000" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "codes" JSONB;

-- Adds up a list of counts by code: [{"a": 1}, {"a": 2, "b": 1}] is {"a": 3, "b": 1}.
CREATE FUNCTION sum_codes(counts jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT jsonb_object_agg(code, calls) FROM (
  SELECT code, sum(each.calls::bigint) AS calls
  FROM jsonb_array_elements(counts) AS one, jsonb_each_text(one) AS each (code, calls) GROUP BY code) AS sums);

CREATE OR REPLACE VIEW "usage_history" AS
  SELECT application_id, minute, endpoint, succeeded::bigint, refused::bigint, limited::bigint, failed::bigint, latency_le_5::bigint,
         latency_le_10::bigint, latency_le_25::bigint, latency_le_50::bigint, latency_le_100::bigint,
         latency_le_250::bigint, latency_le_1000::bigint, latency_over_1000::bigint, tokens_minted::bigint,
         tokens_reused::bigint,
         latency_le_1::bigint, latency_le_2::bigint, latency_le_3::bigint, latency_le_7::bigint,
         latency_le_15::bigint, latency_le_35::bigint, latency_le_70::bigint, latency_le_150::bigint,
         latency_le_500::bigint, latency_le_700::bigint, latency_le_2000::bigint, latency_le_5000::bigint, codes
  FROM usage_minute
  WHERE minute >= coalesce((SELECT until FROM usage_rollup WHERE step = 'hour'), '-infinity')
  UNION ALL
  SELECT * FROM usage_hour
  WHERE hour < (SELECT until FROM usage_rollup WHERE step = 'hour')
    AND hour >= coalesce((SELECT until FROM usage_rollup WHERE step = 'day'), '-infinity')
  UNION ALL
  SELECT * FROM usage_day WHERE day < (SELECT until FROM usage_rollup WHERE step = 'day');

CREATE OR REPLACE FUNCTION usage_of(application uuid, since timestamptz, before timestamptz) RETURNS SETOF usage_history
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  hours timestamptz := coalesce((SELECT until FROM usage_rollup WHERE step = 'hour'), '-infinity');
  days timestamptz := coalesce((SELECT until FROM usage_rollup WHERE step = 'day'), '-infinity');
BEGIN
  RETURN QUERY
    SELECT application_id, minute, endpoint, succeeded::bigint, refused::bigint, limited::bigint, failed::bigint, latency_le_5::bigint,
           latency_le_10::bigint, latency_le_25::bigint, latency_le_50::bigint, latency_le_100::bigint,
           latency_le_250::bigint, latency_le_1000::bigint, latency_over_1000::bigint, tokens_minted::bigint,
           tokens_reused::bigint,
           latency_le_1::bigint, latency_le_2::bigint, latency_le_3::bigint, latency_le_7::bigint,
           latency_le_15::bigint, latency_le_35::bigint, latency_le_70::bigint, latency_le_150::bigint,
           latency_le_500::bigint, latency_le_700::bigint, latency_le_2000::bigint, latency_le_5000::bigint, codes
    FROM usage_minute
    WHERE application_id = application AND minute >= greatest(since, hours) AND minute < before;
  RETURN QUERY
    SELECT * FROM usage_hour
    WHERE application_id = application AND hour >= greatest(since, days) AND hour < least(before, hours);
  RETURN QUERY
    SELECT * FROM usage_day WHERE application_id = application AND day >= since AND day < least(before, days);
END $$;

-- What was sent and returned, as far as it holds neither a secret nor a balance; and the mail's subject, which stays when
-- its content goes.
ALTER TABLE "recent_call" ADD COLUMN "method" TEXT, ADD COLUMN "response" TEXT;
ALTER TABLE "mail_message" ADD COLUMN "subject" TEXT;

-- The history of several applications: planned once for all of them, as planning takes longer than reading what one has.
CREATE FUNCTION usage_of(applications uuid[], since timestamptz, before timestamptz) RETURNS SETOF usage_history
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
    WHERE application_id = ANY (applications) AND minute >= greatest(since, hours) AND minute < before;
  RETURN QUERY
    SELECT * FROM usage_hour
    WHERE application_id = ANY (applications) AND hour >= greatest(since, days) AND hour < least(before, hours);
  RETURN QUERY
    SELECT * FROM usage_day
    WHERE application_id = ANY (applications) AND day >= since AND day < least(before, days);
END $$;
REVOKE ALL ON FUNCTION usage_of(uuid[], timestamptz, timestamptz) FROM PUBLIC;

-- For the former version, until its last process has ended.
CREATE OR REPLACE FUNCTION usage_of(application uuid, since timestamptz, before timestamptz) RETURNS SETOF usage_history
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM usage_of(ARRAY[application], since, before)
$$;

-- The history of one application. Through the view, how far the rolling up has come is known only while the statement
-- runs, so that the planner guesses, and reads the minutes of all applications; here it is known beforehand.
CREATE FUNCTION usage_of(application uuid, since timestamptz, before timestamptz) RETURNS SETOF usage_history
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  hours timestamptz := coalesce((SELECT until FROM usage_rollup WHERE step = 'hour'), '-infinity');
  days timestamptz := coalesce((SELECT until FROM usage_rollup WHERE step = 'day'), '-infinity');
BEGIN
  RETURN QUERY
    SELECT application_id, minute, endpoint, succeeded::bigint, refused::bigint, limited::bigint, failed::bigint,
           latency_le_5::bigint, latency_le_10::bigint, latency_le_25::bigint, latency_le_50::bigint,
           latency_le_100::bigint, latency_le_250::bigint, latency_le_1000::bigint, latency_over_1000::bigint,
           tokens_minted::bigint, tokens_reused::bigint
    FROM usage_minute
    WHERE application_id = application AND minute >= greatest(since, hours) AND minute < before;
  RETURN QUERY
    SELECT * FROM usage_hour
    WHERE application_id = application AND hour >= greatest(since, days) AND hour < least(before, hours);
  RETURN QUERY
    SELECT * FROM usage_day WHERE application_id = application AND day >= since AND day < least(before, days);
END $$;
REVOKE ALL ON FUNCTION usage_of(uuid, timestamptz, timestamptz) FROM PUBLIC;

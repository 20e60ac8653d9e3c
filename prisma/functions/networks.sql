-- Only where the role may serve the application's environment, and at most 200 networks of one.
CREATE OR REPLACE FUNCTION count_networks(applications uuid[], days date[], networks text[], counts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('count_networks'));
  INSERT INTO network_day AS kept (application_id, day, network, calls)
  SELECT ranked.application_id, ranked.day, ranked.kept_as, sum(ranked.calls)
  FROM (
    SELECT c.application_id, c.day, c.calls,
      CASE WHEN c.network = '' OR known.network IS NOT NULL
          OR held.networks + dense_rank() OVER (
            PARTITION BY c.application_id, known.network IS NULL AND c.network <> '' ORDER BY c.network) <= 200
        THEN c.network ELSE '' END AS kept_as
    FROM unnest(applications, days, networks, counts) AS c (application_id, day, network, calls)
    JOIN application a ON a.id = c.application_id AND a.state <> 'deleted' AND may_serve(a.environment)
    LEFT JOIN LATERAL (
      SELECT network FROM network_day WHERE application_id = c.application_id AND network = c.network LIMIT 1
    ) known ON true
    LEFT JOIN LATERAL (
      SELECT count(DISTINCT network) AS networks FROM network_day
      WHERE application_id = c.application_id AND network <> ''
    ) held ON known.network IS NULL AND c.network <> ''
  ) ranked
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (application_id, day, network) DO UPDATE SET calls = kept.calls + excluded.calls;
END $$;

-- As count_rehearsal_calls(uuid[]), for rehearsals of applications of one environment: others count as ended.
CREATE OR REPLACE FUNCTION count_rehearsal_calls(rehearsals uuid[], served environment)
RETURNS TABLE ("position" integer, number integer, at double precision)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM count_rehearsal_calls(ARRAY(
    SELECT r.id FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place)
    LEFT JOIN (rehearsal r JOIN application a ON a.id = r.application_id AND a.environment = served) ON r.id = q.id
    ORDER BY q.place))
$$;

-- As miss_rehearsal_call(uuid), for a rehearsal of an application of that environment.
CREATE OR REPLACE FUNCTION miss_rehearsal_call(missed uuid, served environment) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT miss_rehearsal_call(r.id) FROM rehearsal r JOIN application a ON a.id = r.application_id
  WHERE r.id = missed AND a.environment = served
$$;

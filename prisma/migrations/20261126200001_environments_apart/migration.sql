-- Each environment's gateways say which one they are, and may have a database role of their own
-- (prisma/row-security.ts).

-- As count_rehearsal_calls(uuid[]), for rehearsals of applications of one environment: others count as ended.
CREATE FUNCTION count_rehearsal_calls(rehearsals uuid[], served environment)
RETURNS TABLE ("position" integer, number integer, at double precision)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM count_rehearsal_calls(ARRAY(
    SELECT r.id FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place)
    LEFT JOIN (rehearsal r JOIN application a ON a.id = r.application_id AND a.environment = served) ON r.id = q.id
    ORDER BY q.place))
$$;

-- As miss_rehearsal_call(uuid), for a rehearsal of an application of that environment.
CREATE FUNCTION miss_rehearsal_call(missed uuid, served environment) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT miss_rehearsal_call(r.id) FROM rehearsal r JOIN application a ON a.id = r.application_id
  WHERE r.id = missed AND a.environment = served
$$;

-- Whether row security lets the role of this connection have rows of an environment: a function that runs
-- with the rights of the owner, whom no policy restricts, has to ask. The policy on application that
-- restricts a role begins with its environment.
CREATE FUNCTION may_serve(asked environment) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (
    SELECT FROM pg_policy p WHERE p.polrelid = 'application'::regclass AND NOT p.polpermissive
      AND (SELECT r.oid FROM pg_roles r WHERE r.rolname = session_user) = ANY (p.polroles)
      AND NOT starts_with(p.polname, asked || '-'))
$$;

REVOKE ALL ON FUNCTION count_rehearsal_calls(uuid[], environment), miss_rehearsal_call(uuid, environment),
  may_serve(environment) FROM PUBLIC;

-- As before, and only where the role may serve the application's environment.
CREATE OR REPLACE FUNCTION mint_access_tokens(
  secrets uuid[], new_generations bigint[], new_nonces bytea[], new_key_ids text[], new_hashes bytea[], lifetime interval
) RETURNS TABLE (at_position bigint, minted boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  RETURN QUERY
    WITH free AS MATERIALIZED (
      SELECT q.position, a.id AS owner, q.generation, q.nonce, q.key_id, q.hash
      FROM unnest(secrets, new_generations, new_nonces, new_key_ids, new_hashes) WITH ORDINALITY
        AS q (secret, generation, nonce, key_id, hash, position)
      JOIN client_secret s ON s.id = q.secret
      JOIN application a ON a.id = s.application_id
      WHERE s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
        AND a.state IN ('active', 'activating') AND NOT a.owner_suspended AND may_serve(a.environment)
      FOR SHARE OF s, a SKIP LOCKED
    ), inserted AS (
      INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
      SELECT owner, generation, nonce, key_id, hash, at, at + lifetime FROM free ORDER BY owner
      ON CONFLICT DO NOTHING
      RETURNING t.token_hash
    )
    SELECT f.position, i.token_hash IS NOT NULL FROM free f LEFT JOIN inserted i ON i.token_hash = f.hash;
END $$;

CREATE OR REPLACE FUNCTION mint_access_token(
  secret uuid, new_generation bigint, new_nonce bytea, new_key_id text, new_hash bytea, lifetime interval, alone boolean
) RETURNS SETOF timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  owner uuid;
  at timestamptz;
BEGIN
  SELECT a.id INTO owner
    FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE s.id = secret AND s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
      AND a.state IN ('active', 'activating') AND NOT a.owner_suspended AND may_serve(a.environment)
    FOR SHARE OF s, a;
  IF NOT FOUND THEN
    SELECT a.id INTO owner
      FROM application a
      WHERE a.id = (SELECT k.application_id FROM client_key k WHERE k.id = secret)
        AND a.client_authentication = 'private_key_jwt'
        AND a.state IN ('active', 'activating') AND NOT a.owner_suspended AND may_serve(a.environment)
      FOR SHARE OF a;
    -- In a statement of its own, which sees what was committed while the lock was awaited.
    IF NOT FOUND OR NOT EXISTS (SELECT FROM client_key k WHERE k.id = secret) THEN RETURN; END IF;
  END IF;
  IF alone THEN
    UPDATE access_token t SET expires_at = clock_timestamp()
      WHERE t.application_id = owner AND t.expires_at > clock_timestamp()
        AND t.generation < new_generation;
  END IF;
  at := clock_timestamp();
  RETURN QUERY
    INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
    VALUES (owner, new_generation, new_nonce, new_key_id, new_hash, at, at + lifetime)
    ON CONFLICT DO NOTHING
    RETURNING t.expires_at;
END $$;

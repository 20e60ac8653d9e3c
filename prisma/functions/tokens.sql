-- Two ways to mint: many at a time, which skips rows that others lock, and one, which waits.
-- Only where the role may serve the application's environment.
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

-- Tokens of several applications in one transaction.

-- Mints what it can without waiting: an application or secret that another transaction has locked is left out, as is one
-- that may not be served. The locks on both are held until the end, as in mint_access_token, and rows are inserted in the
-- order of their applications, so that two batches that race for the same generations never wait for each other.
-- Returns the positions that it decided: not minted are those whose generation another process was faster to mint.
CREATE FUNCTION mint_access_tokens(
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
        AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
      FOR SHARE OF s, a SKIP LOCKED
    ), inserted AS (
      INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
      SELECT owner, generation, nonce, key_id, hash, at, at + lifetime FROM free ORDER BY owner
      ON CONFLICT DO NOTHING
      RETURNING t.token_hash
    )
    SELECT f.position, i.token_hash IS NOT NULL FROM free f LEFT JOIN inserted i ON i.token_hash = f.hash;
END $$;
REVOKE ALL ON FUNCTION mint_access_tokens(uuid[], bigint[], bytea[], text[], bytea[], interval) FROM PUBLIC;

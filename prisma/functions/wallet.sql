-- The index: a complete file looks up each account in missing_account, also while wallet_account has no statistics, which
-- then seems to have one row.
CREATE OR REPLACE FUNCTION stage_accounts() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CREATE TEMPORARY TABLE staged_line (
    line integer NOT NULL, msisdn bigint NOT NULL, type account_type NOT NULL, status account_status NOT NULL,
    currency text NOT NULL, balance numeric NOT NULL, frozen_balance numeric NOT NULL
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE staged_account (LIKE staged_line) ON COMMIT DROP;
  CREATE TEMPORARY TABLE staged_duplicate (line integer NOT NULL, first integer NOT NULL) ON COMMIT DROP;
  CREATE TEMPORARY TABLE missing_account (msisdn bigint PRIMARY KEY) ON COMMIT DROP;
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON staged_line, staged_account, staged_duplicate, missing_account TO %I',
    session_user);
END $$;

-- As sort_staged_accounts() does with the lines of an upload, which are in a temporary table.
CREATE OR REPLACE FUNCTION sort_imported_lines() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO staged_account SELECT * FROM imported_line ORDER BY msisdn, line;
  CREATE INDEX staged_account_msisdn ON staged_account (msisdn, line);
  ANALYZE staged_account;
END $$;

-- Under the lock of imports (lib/wallet/import-accounts.ts). Truncated, as there may be a hundred million lines.
CREATE OR REPLACE FUNCTION discard_staged_import(untouched_for interval) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM staged_import WHERE updated_at <= now() - untouched_for)
    OR NOT pg_try_advisory_xact_lock(2026112102) THEN RETURN false; END IF;
  TRUNCATE staged_import, imported_line;
  RETURN true;
END $$;

-- The feed may not read grants. Whoever grants accounts at this moment is waited for, so that no grant outlasts its account.
CREATE OR REPLACE FUNCTION delete_account_grants("numbers" BIGINT[]) RETURNS INTEGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  LOCK TABLE account_grant IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM account_grant granted USING application
  WHERE granted.msisdn = ANY (numbers) AND application.id = granted.application_id AND application.environment = 'production'
    AND NOT EXISTS (SELECT FROM wallet_account stored
                    WHERE stored.environment = 'production' AND stored.msisdn = granted.msisdn);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
REVOKE ALL ON FUNCTION delete_account_grants(BIGINT[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION sort_imported_lines("served" "environment") RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF served = 'sandbox' THEN
    INSERT INTO staged_account SELECT * FROM sandbox_imported_line ORDER BY msisdn, line;
    CREATE INDEX staged_account_msisdn ON staged_account (msisdn, line);
    ANALYZE staged_account;
  ELSE
    PERFORM sort_imported_lines();
  END IF;
END $$;

-- The locks are those of lib/wallet/import-locks.ts.
CREATE OR REPLACE FUNCTION discard_staged_import("untouched_for" INTERVAL, "served" "environment") RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF served = 'production' THEN RETURN discard_staged_import(untouched_for); END IF;
  IF NOT EXISTS (SELECT FROM sandbox_staged_import WHERE updated_at <= now() - untouched_for)
    OR NOT pg_try_advisory_xact_lock(2026112103) THEN RETURN false; END IF;
  TRUNCATE sandbox_staged_import, sandbox_imported_line;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION sort_imported_lines("environment"), discard_staged_import(INTERVAL, "environment") FROM PUBLIC;

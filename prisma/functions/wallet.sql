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

-- What an import has read of its file, of which there is at most one: if it is killed, the same command continues there.
-- Unlogged, so neither in backups nor on standbys; a crash of the database empties both tables.
CREATE UNLOGGED TABLE "staged_import" (
  "options" TEXT NOT NULL,
  "progress" JSONB NOT NULL,
  "updated_at" TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE UNLOGGED TABLE "imported_line" (
  "line" INTEGER NOT NULL,
  "msisdn" BIGINT NOT NULL,
  "type" "account_type" NOT NULL,
  "status" "account_status" NOT NULL,
  "currency" TEXT NOT NULL,
  "balance" NUMERIC NOT NULL,
  "frozen_balance" NUMERIC NOT NULL
);

-- As sort_staged_accounts() does with the lines of an upload, which are in a temporary table.
CREATE FUNCTION sort_imported_lines() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO staged_account SELECT * FROM imported_line ORDER BY msisdn, line;
  CREATE INDEX staged_account_msisdn ON staged_account (msisdn, line);
  ANALYZE staged_account;
END $$;

-- Under the lock of imports (lib/wallet/import-accounts.ts). Truncated, as there may be a hundred million lines.
CREATE FUNCTION discard_staged_import(untouched_for interval) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM staged_import WHERE updated_at <= now() - untouched_for)
    OR NOT pg_try_advisory_xact_lock(2026112102) THEN RETURN false; END IF;
  TRUNCATE staged_import, imported_line;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION sort_imported_lines(), discard_staged_import(interval) FROM PUBLIC;

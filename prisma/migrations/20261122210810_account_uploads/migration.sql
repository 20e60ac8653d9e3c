-- Files of accounts that an administrator uploads: the portal stages them, the worker applies them.
ALTER TABLE "account_import" DROP CONSTRAINT "account_import_source_check";
ALTER TABLE "account_import"
  ADD COLUMN "state" TEXT NOT NULL DEFAULT 'done',
  ADD COLUMN "requested_by_id" UUID,
  ADD COLUMN "upload_id" UUID,
  ADD COLUMN "encryption_key_id" TEXT,
  ADD COLUMN "size" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "options" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "progress" JSONB,
  ADD COLUMN "report" JSONB,
  ADD CONSTRAINT "account_import_source_check" CHECK ("source" IN ('file', 'stream', 'upload')),
  ADD CONSTRAINT "account_import_state_check" CHECK ("state" IN ('waiting', 'running', 'done', 'refused', 'failed')),
  ADD CONSTRAINT "account_import_upload_check" CHECK ("source" <> 'upload'
    OR ("requested_by_id" IS NOT NULL AND "upload_id" IS NOT NULL AND "encryption_key_id" IS NOT NULL));
CREATE UNIQUE INDEX "account_import_upload_id_key" ON "account_import"("upload_id");

-- The tables that an import works in, made for its transaction: no process but the owner may create temporary tables.
CREATE FUNCTION stage_accounts() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CREATE TEMPORARY TABLE staged_line (
    line integer NOT NULL, msisdn bigint NOT NULL, type account_type NOT NULL, status account_status NOT NULL,
    currency text NOT NULL, balance numeric NOT NULL, frozen_balance numeric NOT NULL
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE staged_account (LIKE staged_line) ON COMMIT DROP;
  CREATE TEMPORARY TABLE staged_duplicate (line integer NOT NULL, first integer NOT NULL) ON COMMIT DROP;
  CREATE TEMPORARY TABLE missing_account (msisdn bigint NOT NULL) ON COMMIT DROP;
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON staged_line, staged_account, staged_duplicate, missing_account TO %I',
    session_user);
END $$;

-- Sorted once, so that later steps read it sequentially, however large it is.
CREATE FUNCTION sort_staged_accounts() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO staged_account SELECT * FROM staged_line ORDER BY msisdn, line;
  DROP TABLE staged_line;
  CREATE INDEX staged_account_msisdn ON staged_account (msisdn, line);
  ANALYZE staged_account;
END $$;
REVOKE ALL ON FUNCTION stage_accounts(), sort_staged_accounts() FROM PUBLIC;

-- Amounts and details of an account age apart, to the microsecond. Rows from before, and those that the previous version
-- writes, have no time of their details: it is that of the amounts. Details that no one has given are as old as can be.
ALTER TABLE "wallet_account" ALTER COLUMN "as_of" TYPE TIMESTAMPTZ(6), ADD COLUMN "details_as_of" TIMESTAMPTZ(6);
ALTER TABLE "removed_account" ALTER COLUMN "as_of" TYPE TIMESTAMPTZ(6);
ALTER TABLE "account_import" ALTER COLUMN "as_of" TYPE TIMESTAMPTZ(6);
ALTER TABLE "account_import" DROP CONSTRAINT "account_import_source_check";
ALTER TABLE "account_import" ADD CONSTRAINT "account_import_source_check"
  CHECK ("source" IN ('file', 'stream', 'upload', 'feed'));

-- Details of a number that has no account: they join its first amount.
CREATE TABLE "waiting_details" (
  "environment" "environment" NOT NULL,
  "msisdn" BIGINT NOT NULL CHECK ("msisdn" BETWEEN 100000 AND 999999999999999),
  "type" "account_type",
  "status" "account_status",
  "as_of" TIMESTAMPTZ(6) NOT NULL,
  "arrived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("environment", "msisdn"),
  CHECK ("type" IS NOT NULL OR "status" IS NOT NULL)
);
CREATE INDEX "waiting_details_arrived_at_idx" ON "waiting_details" ("arrived_at");

-- One name of FEED_KEYS. `refused_in_a_row` are the changes refused since the last other outcome.
CREATE TABLE "feed_sender" (
  "name" TEXT PRIMARY KEY,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "newest_as_of" TIMESTAMPTZ(6),
  "refused_in_a_row" INTEGER NOT NULL DEFAULT 0,
  "paused_at" TIMESTAMPTZ(3),
  "paused_reason" TEXT
);

-- How far a sender has come in one of its partitions.
CREATE TABLE "feed_position" (
  "name" TEXT NOT NULL,
  "partition" TEXT NOT NULL CHECK (length("partition") BETWEEN 1 AND 128),
  "position" BIGINT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "newest_as_of" TIMESTAMPTZ(6),
  "behind_ms" BIGINT,
  PRIMARY KEY ("name", "partition")
);

-- What came in a minute; the partition is empty without a position. `behind_ms` is the longest that a change took.
CREATE TABLE "feed_minute" (
  "minute" TIMESTAMPTZ(0) NOT NULL,
  "name" TEXT NOT NULL,
  "partition" TEXT NOT NULL,
  "applied" INTEGER NOT NULL DEFAULT 0,
  "unchanged" INTEGER NOT NULL DEFAULT 0,
  "stale" INTEGER NOT NULL DEFAULT 0,
  "waiting" INTEGER NOT NULL DEFAULT 0,
  "ignored" INTEGER NOT NULL DEFAULT 0,
  "refused" INTEGER NOT NULL DEFAULT 0,
  "repeats" INTEGER NOT NULL DEFAULT 0,
  "behind_ms" BIGINT,
  PRIMARY KEY ("minute", "name", "partition")
);

-- A change that cannot be applied, kept once for each sender. `retry_at`: someone wants it to be tried again.
CREATE TABLE "refused_change" (
  "id" SERIAL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "digest" BYTEA NOT NULL,
  "msisdn" BIGINT,
  "code" TEXT NOT NULL,
  "message" TEXT NOT NULL,
  "body" TEXT NOT NULL CHECK (octet_length("body") <= 4096),
  "cut" BOOLEAN NOT NULL,
  "count" INTEGER NOT NULL DEFAULT 1,
  "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "retry_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "refused_change_name_digest_key" ON "refused_change" ("name", "digest");
CREATE INDEX "refused_change_last_at_idx" ON "refused_change" ("last_at");
CREATE INDEX "refused_change_msisdn_idx" ON "refused_change" ("msisdn");
CREATE INDEX "refused_change_retry_at_idx" ON "refused_change" ("retry_at") WHERE "retry_at" IS NOT NULL;

-- Files wait for files of their own environment only. Those of Production keep their tables.
CREATE UNLOGGED TABLE "sandbox_staged_import" (LIKE "staged_import" INCLUDING ALL);
CREATE UNLOGGED TABLE "sandbox_imported_line" (LIKE "imported_line" INCLUDING ALL);

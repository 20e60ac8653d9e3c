-- Which import changed an account last. No foreign key: it would be checked for each row of an import.
CREATE TABLE "account_import" (
    "id" SERIAL NOT NULL,
    "environment" "environment" NOT NULL,
    "source" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3),
    "operator" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_import_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "account_import_environment_as_of_idx" ON "account_import"("environment", "as_of" DESC);
ALTER TABLE "account_import"
  ADD CONSTRAINT "account_import_source_check" CHECK ("source" IN ('file', 'stream'));

ALTER TABLE "wallet_account" ADD COLUMN "import_id" INTEGER;

-- A number that was removed: only a change later than "as_of" brings it back.
CREATE TABLE "removed_account" (
    "environment" "environment" NOT NULL,
    "msisdn" BIGINT NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "import_id" INTEGER NOT NULL,

    CONSTRAINT "removed_account_pkey" PRIMARY KEY ("environment","msisdn")
);
ALTER TABLE "removed_account"
  ADD CONSTRAINT "removed_account_msisdn_check" CHECK ("msisdn" BETWEEN 100000 AND 999999999999999);

-- A removal deletes the grants of its numbers.
CREATE INDEX "account_grant_msisdn_idx" ON "account_grant"("msisdn");

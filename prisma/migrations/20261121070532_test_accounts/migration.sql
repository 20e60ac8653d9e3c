-- Test accounts of one Sandbox application's own, beside the shared documented ones.

-- CreateTable
CREATE TABLE "test_account" (
    "application_id" UUID NOT NULL,
    "msisdn" BIGINT NOT NULL,
    "type" "account_type" NOT NULL,
    "status" "account_status" NOT NULL,
    "currency" TEXT NOT NULL,
    "balance" DECIMAL NOT NULL,
    "frozen_balance" DECIMAL NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "simulated_delay_ms" INTEGER NOT NULL DEFAULT 0,
    "simulated_error" TEXT,
    "original" JSONB NOT NULL,

    CONSTRAINT "test_account_pkey" PRIMARY KEY ("application_id","msisdn")
);

-- AddForeignKey
ALTER TABLE "test_account" ADD CONSTRAINT "test_account_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot say: the same rules as those of wallet_account.
ALTER TABLE "test_account"
  ADD CONSTRAINT "test_account_msisdn_check"
    CHECK ("msisdn" BETWEEN 100000 AND 999999999999999 AND "msisdn" <> 999000000000),
  ADD CONSTRAINT "test_account_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "test_account_decimals_check"
    CHECK (scale("balance") = currency_decimals("currency") AND scale("frozen_balance") = currency_decimals("currency")),
  ADD CONSTRAINT "test_account_frozen_check" CHECK ("frozen_balance" >= 0),
  ADD CONSTRAINT "test_account_delay_check" CHECK ("simulated_delay_ms" BETWEEN 0 AND 5000),
  ADD CONSTRAINT "test_account_error_check"
    CHECK ("simulated_error" IN ('unavailable', 'quota_exceeded', 'invalid_token'));

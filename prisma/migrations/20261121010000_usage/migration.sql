-- What the gateways count, and what they tell operators.

-- CreateTable
CREATE TABLE "usage_minute" (
    "application_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "latency_le_5" INTEGER NOT NULL DEFAULT 0,
    "latency_le_10" INTEGER NOT NULL DEFAULT 0,
    "latency_le_25" INTEGER NOT NULL DEFAULT 0,
    "latency_le_50" INTEGER NOT NULL DEFAULT 0,
    "latency_le_100" INTEGER NOT NULL DEFAULT 0,
    "latency_le_250" INTEGER NOT NULL DEFAULT 0,
    "latency_le_1000" INTEGER NOT NULL DEFAULT 0,
    "latency_over_1000" INTEGER NOT NULL DEFAULT 0,
    "tokens_minted" INTEGER NOT NULL DEFAULT 0,
    "tokens_reused" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "usage_minute_pkey" PRIMARY KEY ("application_id","minute","endpoint")
);

-- CreateTable
CREATE TABLE "recent_call" (
    "id" BIGSERIAL NOT NULL,
    "application_id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "error_code" TEXT,
    "hint" TEXT,
    "latency_ms" INTEGER NOT NULL,
    "masked_msisdn" TEXT,
    "address" TEXT NOT NULL,

    CONSTRAINT "recent_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_alert" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "application_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_alert_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "usage_minute_minute_idx" ON "usage_minute"("minute");

-- CreateIndex
CREATE INDEX "recent_call_application_id_id_idx" ON "recent_call"("application_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "operator_alert_kind_application_id_hour_key" ON "operator_alert"("kind", "application_id", "hour");

-- What Prisma cannot say. No foreign keys: a meter must never wait for, or hold up, a change to an application.

ALTER TABLE "usage_minute"
  ADD CONSTRAINT "usage_minute_endpoint_check" CHECK ("endpoint" IN ('token', 'account', 'revoke', 'introspect'));
ALTER TABLE "recent_call"
  ADD CONSTRAINT "recent_call_endpoint_check" CHECK ("endpoint" IN ('token', 'account', 'revoke', 'introspect'));

-- Alerts wait here until the worker has told the administrators.
CREATE INDEX "operator_alert_unhandled_idx" ON "operator_alert" ("created_at") WHERE "handled_at" IS NULL;

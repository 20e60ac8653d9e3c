-- Webhooks: endpoints of applications, the events that they are sent, and each attempt to deliver one.

-- `claimed_until` is the lease of the worker that sends one of its deliveries: an endpoint gets one at a time.
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(6),
    "attempted_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_endpoint_application_id_idx" ON "webhook_endpoint"("application_id");
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The current secret has no end; after a rotation the previous one signs too, until its end.
CREATE TABLE "webhook_secret" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_secret_endpoint_id_idx" ON "webhook_secret"("endpoint_id");
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Written in the transaction of what it reports, and only if an endpoint wants it.
CREATE TABLE "webhook_event" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- An event on its way to one endpoint. `next_attempt_at` is null once it was delivered, or given up.
CREATE TABLE "webhook_delivery" (
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6) DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("endpoint_id", "event_id")
);
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Either a response with its status, or the reason why there was none.
CREATE TABLE "webhook_attempt" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "response" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_attempt_endpoint_id_event_id_idx" ON "webhook_attempt"("endpoint_id", "event_id");
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_endpoint_id_event_id_fkey" FOREIGN KEY ("endpoint_id", "event_id") REFERENCES "webhook_delivery"("endpoint_id", "event_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot say.

-- Finds the endpoints with something to deliver, and what is due first at each.
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery"("endpoint_id", "next_attempt_at")
  WHERE "next_attempt_at" IS NOT NULL;
-- Finds the client secrets whose overlap is over.
CREATE INDEX "client_secret_retiring" ON "client_secret"("retires_at")
  WHERE "revoked_at" IS NULL AND "retires_at" IS NOT NULL;
CREATE UNIQUE INDEX "webhook_secret_one_current" ON "webhook_secret"("endpoint_id") WHERE "expires_at" IS NULL;
ALTER TABLE "webhook_endpoint"
  ADD CONSTRAINT "webhook_endpoint_disabled_check" CHECK (("disabled_at" IS NULL) = ("disabled_reason" IS NULL)),
  ADD CONSTRAINT "webhook_endpoint_reason_check" CHECK ("disabled_reason" IN ('gone', 'failing'));
ALTER TABLE "webhook_delivery"
  ADD CONSTRAINT "webhook_delivery_delivered_check" CHECK ("delivered_at" IS NULL OR "next_attempt_at" IS NULL);
ALTER TABLE "webhook_attempt"
  ADD CONSTRAINT "webhook_attempt_outcome_check" CHECK (("status" IS NULL) <> ("error" IS NULL)),
  ADD CONSTRAINT "webhook_attempt_response_check" CHECK (length("response") <= 1024);

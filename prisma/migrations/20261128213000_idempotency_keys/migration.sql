CREATE TABLE "idempotency_key" (
  "key_hash" bytea NOT NULL,
  "content_hash" bytea NOT NULL,
  "location" text,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("key_hash")
);
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key" ("expires_at");

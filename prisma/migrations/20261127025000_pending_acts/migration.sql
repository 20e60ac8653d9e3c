-- What someone asked for before confirming who they are. For ten minutes only: not logged, so that neither backups nor standbys
-- hold it.
CREATE UNLOGGED TABLE "pending_act" (
  "id" UUID NOT NULL,
  "session_id" UUID NOT NULL,
  "form" BYTEA NOT NULL,
  "ciphertext" BYTEA NOT NULL,
  "encryption_key_id" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "pending_act_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "pending_act_session_id_form_key" ON "pending_act" ("session_id", "form");
CREATE INDEX "pending_act_expires_at_idx" ON "pending_act" ("expires_at");
ALTER TABLE "pending_act" ADD CONSTRAINT "pending_act_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "session" ("id") ON DELETE CASCADE;

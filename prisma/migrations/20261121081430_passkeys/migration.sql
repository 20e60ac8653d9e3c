-- Passkeys (WebAuthn) beside the authenticator, and the challenge that a session waits to have signed.

-- CreateTable
CREATE TABLE "passkey" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_developer_id_idx" ON "passkey"("developer_id");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- One at a time: a newer challenge takes the place of the former.
ALTER TABLE "session"
    ADD COLUMN "challenge_hash" BYTEA,
    ADD COLUMN "challenge_expires_at" TIMESTAMPTZ(3);

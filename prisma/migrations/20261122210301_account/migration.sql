-- What people call themselves, where they are, and what they call the devices that are signed in. The form refuses
-- characters that are invisible or change the direction of writing; so does the database.
ALTER TABLE "developer"
  ADD COLUMN "display_name" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "time_zone" TEXT,
  ADD CONSTRAINT "developer_display_name_check" CHECK (
    length("display_name") <= 60
    AND "display_name" !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]'),
  ADD CONSTRAINT "developer_time_zone_check" CHECK (length("time_zone") <= 64);

ALTER TABLE "session"
  ADD COLUMN "name" TEXT NOT NULL DEFAULT '',
  ADD CONSTRAINT "session_name_check" CHECK (
    length("name") <= 60
    AND "name" !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]');

-- What a passkey signs to sign in without a password, before there is a session to keep it in: the hash of a challenge.
-- Deleting the row uses it up.
CREATE TABLE "passkey_challenge" (
  "challenge_hash" BYTEA NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("challenge_hash")
);
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

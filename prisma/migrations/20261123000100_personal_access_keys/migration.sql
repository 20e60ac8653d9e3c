-- Keys with which a developer's own programs read usage. A key ends with the session version of its owner, which rises
-- at a suspension, an erasure and a new password.
CREATE TABLE "personal_access_key" (
  "id" UUID NOT NULL,
  "developer_id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "key_hash" BYTEA NOT NULL,
  "session_version" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),

  CONSTRAINT "personal_access_key_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "personal_access_key_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer" ("id")
    ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT "personal_access_key_lasts_a_year" CHECK ("expires_at" <= "created_at" + interval '366 days')
);

CREATE UNIQUE INDEX "personal_access_key_key_hash_key" ON "personal_access_key" ("key_hash");
CREATE INDEX "personal_access_key_developer_id_idx" ON "personal_access_key" ("developer_id");
CREATE INDEX "personal_access_key_expires_at_idx" ON "personal_access_key" ("expires_at");

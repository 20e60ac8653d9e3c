-- A person at the provider of single sign-on, by issuer and subject (OpenID Connect Core §2). Never an e-mail address.
CREATE TABLE "sign_in_identity" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_identity_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sign_in_identity_issuer_subject_key" ON "sign_in_identity"("issuer", "subject");
CREATE UNIQUE INDEX "sign_in_identity_developer_id_issuer_key" ON "sign_in_identity"("developer_id", "issuer");
ALTER TABLE "sign_in_identity" ADD CONSTRAINT "sign_in_identity_developer_id_fkey"
  FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A session that the provider opened ends with the identity: it must not turn into one of the password.
ALTER TABLE "session" ADD COLUMN "identity_id" UUID;
CREATE INDEX "session_identity_id_idx" ON "session"("identity_id");
ALTER TABLE "session" ADD CONSTRAINT "session_identity_id_fkey"
  FOREIGN KEY ("identity_id") REFERENCES "sign_in_identity"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the provider has to be told when such a session ends.
CREATE TABLE "provider_session" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "sid" TEXT,
    "id_token_ciphertext" BYTEA NOT NULL,
    "encryption_key_id" TEXT NOT NULL,

    CONSTRAINT "provider_session_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "provider_session_session_id_key" ON "provider_session"("session_id");
CREATE INDEX "provider_session_sid_idx" ON "provider_session"("sid");
ALTER TABLE "provider_session" ADD CONSTRAINT "provider_session_session_id_fkey"
  FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Hashes of values that are accepted once: the state of a sign-in, the jti of a logout token.
CREATE TABLE "single_use" (
    "key_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "single_use_pkey" PRIMARY KEY ("key_hash")
);
CREATE INDEX "single_use_expires_at_idx" ON "single_use"("expires_at");

-- Accounts of reviewers and administrators that keep their password when STAFF_PASSWORDS=break-glass.
ALTER TABLE "developer" ADD COLUMN "break_glass" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "email_link" ADD COLUMN "break_glass" BOOLEAN NOT NULL DEFAULT false;

-- The first administrator is one.
UPDATE "developer" SET "break_glass" = true WHERE "id" = (
  SELECT "id" FROM "developer" WHERE "role" = 'administrator' AND "deleted_at" IS NULL ORDER BY "created_at", "id" LIMIT 1);

-- Break-glass ends with the role, whichever program takes it away.
CREATE FUNCTION end_break_glass() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role = 'developer' OR NEW.deleted_at IS NOT NULL THEN
    NEW.break_glass := false;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER developer_break_glass BEFORE INSERT OR UPDATE OF role, deleted_at, break_glass ON developer
  FOR EACH ROW EXECUTE FUNCTION end_break_glass();

-- An activated account has a password, or an identity at the provider. Checked at the end of the transaction that makes
-- both, in place of a condition on the row alone.
ALTER TABLE "developer" DROP CONSTRAINT "developer_activated_check";
CREATE FUNCTION require_way_in() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM developer d WHERE d.id = NEW.id AND d.activated_at IS NOT NULL AND d.password_hash IS NULL
      AND d.deleted_at IS NULL AND NOT EXISTS (SELECT FROM sign_in_identity WHERE developer_id = d.id))
  THEN
    RAISE EXCEPTION 'an activated account has a password or an identity'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'developer_activated_check';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER developer_activated_check AFTER INSERT OR UPDATE OF activated_at, password_hash, deleted_at
  ON developer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_way_in();

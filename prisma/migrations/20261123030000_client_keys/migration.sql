-- Key-based client authentication (RFC 7523), and a secret of its own for the proof of an approval.

CREATE TYPE "client_authentication" AS ENUM ('client_secret', 'private_key_jwt');
ALTER TABLE "application" ADD COLUMN "client_authentication" "client_authentication" NOT NULL DEFAULT 'client_secret';

-- A public key of a client. "public_key" is its SubjectPublicKeyInfo (DER).
CREATE TABLE "client_key" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "kid" TEXT NOT NULL,
    "thumbprint" TEXT NOT NULL,
    "algorithms" TEXT[],
    "public_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "client_key_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "client_key_application_id_kid_key" ON "client_key"("application_id", "kid");
CREATE UNIQUE INDEX "client_key_application_id_thumbprint_key" ON "client_key"("application_id", "thumbprint");

ALTER TABLE "client_key" ADD CONSTRAINT "client_key_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The secret of a proof works only while its application is activating.
ALTER TABLE "client_secret" ADD COLUMN "proof" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma cannot say.

ALTER TABLE "client_key"
  ADD CONSTRAINT "client_key_algorithms_check"
    CHECK ("algorithms" IS NOT NULL AND cardinality("algorithms") > 0 AND "algorithms" <@ ARRAY['EdDSA', 'ES256', 'PS256', 'RS256']),
  ADD CONSTRAINT "client_key_kid_check" CHECK (char_length("kid") BETWEEN 1 AND 128);

-- An application has one secret of each kind in force without an end date.
DROP INDEX "client_secret_current_key";
CREATE UNIQUE INDEX "client_secret_current_key" ON "client_secret" ("application_id", "proof")
  WHERE "revoked_at" IS NULL AND "retires_at" IS NULL;

-- "secret" is the id of the credential: a secret or a key. With a secret, it is locked first and the application second;
-- with a key, only the application, which every change to its keys locks too.
CREATE OR REPLACE FUNCTION mint_access_token(
  secret uuid, new_generation bigint, new_nonce bytea, new_key_id text, new_hash bytea, lifetime interval, alone boolean
) RETURNS SETOF timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  owner uuid;
  at timestamptz;
BEGIN
  SELECT a.id INTO owner
    FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE s.id = secret AND s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
      AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
    FOR SHARE OF s, a;
  IF NOT FOUND THEN
    SELECT a.id INTO owner
      FROM application a
      WHERE a.id = (SELECT k.application_id FROM client_key k WHERE k.id = secret)
        AND a.client_authentication = 'private_key_jwt'
        AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
      FOR SHARE OF a;
    -- In a statement of its own, which sees what was committed while the lock was awaited.
    IF NOT FOUND OR NOT EXISTS (SELECT FROM client_key k WHERE k.id = secret) THEN RETURN; END IF;
  END IF;
  IF alone THEN
    UPDATE access_token t SET expires_at = clock_timestamp()
      WHERE t.application_id = owner AND t.expires_at > clock_timestamp()
        AND t.generation < new_generation;
  END IF;
  at := clock_timestamp();
  RETURN QUERY
    INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
    VALUES (owner, new_generation, new_nonce, new_key_id, new_hash, at, at + lifetime)
    ON CONFLICT DO NOTHING
    RETURNING t.expires_at;
END $$;

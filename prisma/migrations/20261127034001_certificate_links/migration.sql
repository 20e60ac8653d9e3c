-- A link by which strangers see the certificate of an application: of one rehearsal, or of its approval.
CREATE TABLE "certificate_link" (
  "application_id" UUID NOT NULL,
  "rehearsal_id" UUID,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "certificate_link_pkey" PRIMARY KEY ("application_id"),
  CONSTRAINT "certificate_link_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application" ("id"),
  CONSTRAINT "certificate_link_rehearsal_id_fkey" FOREIGN KEY ("rehearsal_id") REFERENCES "rehearsal" ("id") ON DELETE CASCADE
);

CREATE UNIQUE INDEX "certificate_link_token_hash_key" ON "certificate_link" ("token_hash");
CREATE INDEX "certificate_link_rehearsal_id_idx" ON "certificate_link" ("rehearsal_id");

CREATE FUNCTION end_certificate_link() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  DELETE FROM certificate_link WHERE application_id = NEW.id;
  RETURN NULL;
END $$;

-- Also of an organisation, and of all owners: `owner_suspended`. What ended does not come back.
CREATE TRIGGER application_certificate_link AFTER UPDATE OF state, owner_suspended ON application FOR EACH ROW
  WHEN (NEW.state <> 'active' OR NEW.owner_suspended) EXECUTE FUNCTION end_certificate_link();

-- Versions of the operator's terms. Which one is in force depends on the day (UTC) alone.
CREATE TABLE "terms_version" (
    "version" INTEGER NOT NULL,
    "text_en" TEXT NOT NULL,
    "text_fr" TEXT NOT NULL,
    "effective_from" DATE NOT NULL,
    "request_key" UUID NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_version_pkey" PRIMARY KEY ("version"),
    CONSTRAINT "terms_version_version_check" CHECK ("version" >= 1),
    CONSTRAINT "terms_version_text_check" CHECK ("text_en" <> '' AND "text_fr" <> ''),
    CONSTRAINT "terms_version_not_past" CHECK ("effective_from" >= ("published_at" AT TIME ZONE 'UTC')::date)
);
-- A form that is sent twice publishes once.
CREATE UNIQUE INDEX "terms_version_request_key_key" ON "terms_version"("request_key");

-- What people accepted stays as it was.
CREATE FUNCTION keep_terms() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'published terms do not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER terms_version_kept BEFORE UPDATE OR DELETE ON terms_version
  FOR EACH ROW EXECUTE FUNCTION keep_terms();

CREATE TABLE "terms_acceptance" (
    "developer_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_acceptance_pkey" PRIMARY KEY ("developer_id", "version"),
    CONSTRAINT "terms_acceptance_locale_check" CHECK ("locale" IN ('en', 'fr')),
    CONSTRAINT "terms_acceptance_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$')
);
CREATE INDEX "terms_acceptance_version_idx" ON "terms_acceptance"("version");
ALTER TABLE "terms_acceptance" ADD CONSTRAINT "terms_acceptance_developer_id_fkey"
  FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "terms_acceptance" ADD CONSTRAINT "terms_acceptance_version_fkey"
  FOREIGN KEY ("version") REFERENCES "terms_version"("version") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- When someone was last reminded of a version.
CREATE TABLE "terms_reminder" (
    "developer_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_reminder_pkey" PRIMARY KEY ("developer_id", "version")
);
ALTER TABLE "terms_reminder" ADD CONSTRAINT "terms_reminder_developer_id_fkey"
  FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "terms_reminder" ADD CONSTRAINT "terms_reminder_version_fkey"
  FOREIGN KEY ("version") REFERENCES "terms_version"("version") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Announcements of the operator, deprecations among them, and who is still to be e-mailed one.

CREATE TYPE "announcement_kind" AS ENUM ('maintenance', 'incident', 'change', 'deprecation');
CREATE TYPE "announcement_audience" AS ENUM ('everyone', 'sandbox', 'production', 'recent_callers');

CREATE TABLE "announcement" (
    "id" UUID NOT NULL,
    "kind" "announcement_kind" NOT NULL,
    "title_en" TEXT NOT NULL,
    "title_fr" TEXT NOT NULL,
    "text_en" TEXT NOT NULL,
    "text_fr" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "audience" "announcement_audience" NOT NULL,
    "endpoint" TEXT,
    "sunset_on" DATE,
    "recipients" INTEGER NOT NULL DEFAULT 0,
    "published_by_id" UUID NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "announcement_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "announcement_published_at_idx" ON "announcement"("published_at" DESC);

-- The audience as it was at publication, until each has an e-mail in the outbox.
CREATE TABLE "announcement_recipient" (
    "announcement_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,

    CONSTRAINT "announcement_recipient_pkey" PRIMARY KEY ("announcement_id", "developer_id")
);

ALTER TABLE "announcement_recipient" ADD CONSTRAINT "announcement_recipient_announcement_id_fkey" FOREIGN KEY ("announcement_id") REFERENCES "announcement"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot say.

ALTER TABLE "announcement"
  ADD CONSTRAINT "announcement_texts_check"
    CHECK ("title_en" <> '' AND "title_fr" <> '' AND "text_en" <> '' AND "text_fr" <> ''),
  ADD CONSTRAINT "announcement_period_check" CHECK ("ends_at" > "starts_at"),
  ADD CONSTRAINT "announcement_deprecation_check"
    CHECK (("kind" = 'deprecation') = ("endpoint" IS NOT NULL) AND ("kind" = 'deprecation') = ("sunset_on" IS NOT NULL)),
  ADD CONSTRAINT "announcement_endpoint_check" CHECK ("endpoint" IN ('token', 'account', 'revoke', 'introspect')),
  -- RFC 8594 §6.1 and RFC 9745 §4: no sunset before the deprecation.
  ADD CONSTRAINT "announcement_sunset_check" CHECK ("sunset_on" > ("starts_at" AT TIME ZONE 'UTC'));

-- A response has one date of each kind.
CREATE UNIQUE INDEX "announcement_one_deprecation" ON "announcement"("endpoint")
  WHERE "kind" = 'deprecation' AND "withdrawn_at" IS NULL;

-- What was e-mailed and to whom stays as it was, and what was withdrawn stays withdrawn.
CREATE FUNCTION keep_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL
    OR (NEW.id, NEW.kind, NEW.audience, NEW.endpoint, NEW.published_by_id, NEW.published_at)
      IS DISTINCT FROM (OLD.id, OLD.kind, OLD.audience, OLD.endpoint, OLD.published_by_id, OLD.published_at)
  THEN
    RAISE EXCEPTION 'an announcement keeps its kind and audience, and stays withdrawn'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'announcement_kept';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER announcement_kept BEFORE UPDATE ON announcement FOR EACH ROW EXECUTE FUNCTION keep_announcement();

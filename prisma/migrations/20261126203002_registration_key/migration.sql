-- The registration number as numbers that look alike are compared (lib/look-alikes.ts). Null until `guichet prepare` fills it,
-- for rows of earlier versions; for one of two verified organisations that it finds to look alike it remains null.

ALTER TABLE "organisation" ADD COLUMN "registration_key" TEXT;

CREATE UNIQUE INDEX "organisation_verified_look_alike_key" ON "organisation" ("country", "registration_key")
  WHERE "verified_at" IS NOT NULL AND "state" <> 'closed';

-- The previous version changes the number alone.
CREATE FUNCTION forget_registration_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.registration_number <> OLD.registration_number
    AND NEW.registration_key IS NOT DISTINCT FROM OLD.registration_key
  THEN
    NEW.registration_key := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER organisation_registration_key BEFORE UPDATE ON organisation FOR EACH ROW
  EXECUTE FUNCTION forget_registration_key();

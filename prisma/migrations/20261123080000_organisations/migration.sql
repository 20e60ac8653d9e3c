-- Organisations: verified once, with owners and members, who have the same roles in its applications.
CREATE TYPE "organisation_state" AS ENUM ('draft', 'in_verification', 'changes_requested', 'rejected', 'verified', 'suspended', 'closed');
CREATE TYPE "requirement_scope" AS ENUM ('application', 'organisation');

CREATE TABLE "organisation" (
    "id" UUID NOT NULL,
    "state" "organisation_state" NOT NULL DEFAULT 'draft',
    "legal_name" TEXT NOT NULL,
    "trading_name" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL,
    "registration_number" TEXT NOT NULL,
    "tax_number" TEXT NOT NULL DEFAULT '',
    "registered_address" TEXT NOT NULL,
    "legal_representative" TEXT NOT NULL,
    "website" TEXT NOT NULL DEFAULT '',
    "proposed" JSONB,
    "request_key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "organisation_request_key_key" ON "organisation"("request_key");

CREATE TABLE "organisation_transition" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "submission_id" UUID,
    "from_state" "organisation_state",
    "to_state" "organisation_state" NOT NULL,
    "actor_id" UUID,
    "actor_role" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_transition_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "organisation_transition_organisation_id_at_idx" ON "organisation_transition"("organisation_id", "at");
ALTER TABLE "organisation_transition" ADD CONSTRAINT "organisation_transition_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What belongs to an application until now may belong to an organisation instead.
ALTER TABLE "application_member" DROP CONSTRAINT "application_member_pkey";
ALTER TABLE "application_member"
  ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN "organisation_id" UUID,
  ALTER COLUMN "application_id" DROP NOT NULL,
  ADD CONSTRAINT "application_member_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "application_member_application_id_developer_id_key" ON "application_member"("application_id", "developer_id");
CREATE UNIQUE INDEX "application_member_organisation_id_developer_id_key" ON "application_member"("organisation_id", "developer_id");
ALTER TABLE "application_member" ADD CONSTRAINT "application_member_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "application_participant" DROP CONSTRAINT "application_participant_pkey";
ALTER TABLE "application_participant"
  ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN "organisation_id" UUID,
  ALTER COLUMN "application_id" DROP NOT NULL,
  ADD CONSTRAINT "application_participant_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "application_participant_application_id_developer_id_key" ON "application_participant"("application_id", "developer_id");
CREATE UNIQUE INDEX "application_participant_organisation_id_developer_id_key" ON "application_participant"("organisation_id", "developer_id");
ALTER TABLE "application_participant" ADD CONSTRAINT "application_participant_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "application_invitation"
  ADD COLUMN "organisation_id" UUID,
  ALTER COLUMN "application_id" DROP NOT NULL;
ALTER TABLE "application_invitation" ADD CONSTRAINT "application_invitation_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "submission"
  ADD COLUMN "organisation_id" UUID,
  ALTER COLUMN "application_id" DROP NOT NULL;
CREATE UNIQUE INDEX "submission_organisation_id_number_key" ON "submission"("organisation_id", "number");
ALTER TABLE "submission" ADD CONSTRAINT "submission_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "requirement" ADD COLUMN "scope" "requirement_scope" NOT NULL DEFAULT 'application';
ALTER TABLE "submission_requirement" ADD COLUMN "scope" "requirement_scope" NOT NULL DEFAULT 'application';
ALTER TABLE "document" ADD COLUMN "valid_until" DATE;

-- Of the documents that every installation starts with, these are about the company.
UPDATE requirement SET scope = 'organisation' WHERE id IN (
  '019aa3c0-0000-7000-8000-000000000001', '019aa3c0-0000-7000-8000-000000000002', '019aa3c0-0000-7000-8000-000000000003');

-- What Prisma cannot say.

ALTER TABLE "organisation"
  ADD CONSTRAINT "organisation_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "organisation_verified_check" CHECK ("state" NOT IN ('verified', 'suspended') OR "verified_at" IS NOT NULL);
ALTER TABLE "application_member"
  ADD CONSTRAINT "application_member_subject_check" CHECK (num_nonnulls("application_id", "organisation_id") = 1);
ALTER TABLE "application_participant"
  ADD CONSTRAINT "application_participant_subject_check" CHECK (num_nonnulls("application_id", "organisation_id") = 1);
ALTER TABLE "application_invitation"
  ADD CONSTRAINT "application_invitation_subject_check" CHECK (num_nonnulls("application_id", "organisation_id") = 1);
ALTER TABLE "submission"
  ADD CONSTRAINT "submission_subject_check" CHECK (num_nonnulls("application_id", "organisation_id") = 1);

-- A company is verified once, however its number is spaced: what the form allows between letters and digits is left out by
-- name, as what is a letter depends on the locale of the database. `verified_at` stays until the organisation is closed.
CREATE UNIQUE INDEX "organisation_verified_key"
  ON "organisation" ("country", upper(translate("registration_number", ' ./:_-', '')))
  WHERE "verified_at" IS NOT NULL AND "state" <> 'closed';

CREATE UNIQUE INDEX "application_invitation_organisation_live_key" ON "application_invitation" ("organisation_id", "email")
  WHERE "used_at" IS NULL AND "cancelled_at" IS NULL;

CREATE OR REPLACE FUNCTION refuse_own_decision() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF interest_in((SELECT coalesce(s.application_id, s.organisation_id) FROM submission s WHERE s.id = NEW.submission_id),
                 NEW.reviewer_id) IS NOT NULL
  THEN
    RAISE EXCEPTION 'a reviewer never decides on an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_decision';
  END IF;
  RETURN NEW;
END $$;

-- No one joins after deciding; everyone who joins is remembered.
CREATE OR REPLACE FUNCTION join_team() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF has_decided_on(coalesce(NEW.application_id, NEW.organisation_id), NEW.developer_id) THEN
    RAISE EXCEPTION 'no one joins the team of an application that they have decided on'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'decided_before_joining';
  END IF;
  INSERT INTO application_participant (application_id, organisation_id, developer_id, since)
    VALUES (NEW.application_id, NEW.organisation_id, NEW.developer_id, NEW.joined_at) ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_organisation_owner(subject uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM organisation o WHERE o.id = subject AND o.state <> 'closed' FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (
    SELECT FROM application_member m WHERE m.organisation_id = subject AND m.role = 'owner')
  THEN
    RAISE EXCEPTION 'an organisation has an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_owner';
  END IF;
  PERFORM settle_owner(a.id) FROM (
    SELECT id FROM application WHERE organisation_id = subject ORDER BY id) a;
END $$;

CREATE OR REPLACE FUNCTION keep_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.application_id IS NOT NULL THEN PERFORM settle_owner(OLD.application_id);
  ELSE PERFORM keep_organisation_owner(OLD.organisation_id);
  END IF;
  RETURN NULL;
END $$;

-- An application that is created in an organisation belongs to that alone: it has no team of its own.
CREATE OR REPLACE FUNCTION own_application() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.organisation_id IS NULL THEN
    INSERT INTO application_member (application_id, developer_id, role, joined_at)
      VALUES (NEW.id, NEW.developer_id, 'owner', NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

-- As before, of everyone on the team, the organisation's people included. The applications of a suspended organisation do
-- not serve.
CREATE OR REPLACE FUNCTION settle_owner(application_id uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  app application;
  named uuid;
BEGIN
  SELECT * INTO app FROM application a WHERE a.id = settle_owner.application_id FOR NO KEY UPDATE;
  IF NOT FOUND OR app.state = 'deleted' THEN RETURN; END IF;
  SELECT m.developer_id INTO named FROM application_team m JOIN developer d ON d.id = m.developer_id
    WHERE m.application_id = app.id AND m.role = 'owner'
    ORDER BY m.developer_id <> app.developer_id, d.suspended_at IS NOT NULL, m.joined_at, m.developer_id LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an application has an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_owner';
  END IF;
  IF named <> app.developer_id THEN
    -- The key of the form that created it was the previous owner's: it must not meet one of the new owner's.
    UPDATE application a SET developer_id = named, request_key = gen_random_uuid() WHERE a.id = app.id;
  END IF;
  UPDATE application a SET owner_suspended = NOT a.owner_suspended WHERE a.id = app.id AND a.owner_suspended = (
    EXISTS (
      SELECT FROM application_team m JOIN developer d ON d.id = m.developer_id
      WHERE m.application_id = app.id AND m.role = 'owner' AND d.suspended_at IS NULL)
    AND NOT EXISTS (SELECT FROM organisation o WHERE o.id = app.organisation_id AND o.state = 'suspended'));
END $$;

CREATE FUNCTION settle_organisation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM settle_owner(a.id) FROM (SELECT id FROM application WHERE organisation_id = NEW.id ORDER BY id) a;
  RETURN NULL;
END $$;
CREATE TRIGGER organisation_settled AFTER UPDATE OF state ON organisation
  FOR EACH ROW WHEN ((OLD.state = 'suspended') <> (NEW.state = 'suspended')) EXECUTE FUNCTION settle_organisation();

-- No one of an organisation has decided on an application that moves into it, and no one on its team on the organisation.
-- From one that closes it moves to its own team; who was in the organisation keeps the interest in it.
CREATE FUNCTION move_into_organisation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM application_member m
    WHERE m.organisation_id = NEW.organisation_id AND has_decided_on(NEW.id, m.developer_id)
      OR m.application_id = NEW.id AND has_decided_on(NEW.organisation_id, m.developer_id))
  THEN
    RAISE EXCEPTION 'no one joins the team of an application that they have decided on'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'decided_before_joining';
  END IF;
  INSERT INTO application_participant (application_id, developer_id, since)
    SELECT NEW.id, p.developer_id, p.since FROM application_participant p
    WHERE p.organisation_id = OLD.organisation_id ON CONFLICT DO NOTHING;
  PERFORM settle_owner(NEW.id);
  RETURN NULL;
END $$;

-- From here on each statement holds a lock that gateways or writers of the record wait for, so they come last.

CREATE TRIGGER audit_entry_not_own_organisation BEFORE INSERT ON audit_entry FOR EACH ROW
  WHEN (NEW.action = 'organisation.reinstated')
  EXECUTE FUNCTION refuse_own_administration();

ALTER TABLE "application" ADD COLUMN "organisation_id" UUID;
CREATE INDEX "application_organisation_id_idx" ON "application"("organisation_id");
ALTER TABLE "application" ADD CONSTRAINT "application_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
CREATE TRIGGER application_moved AFTER UPDATE OF organisation_id ON application
  FOR EACH ROW WHEN (NEW.organisation_id IS DISTINCT FROM OLD.organisation_id) EXECUTE FUNCTION move_into_organisation();

-- Everyone with a role in an application: its own team, and the people of its organisation.
CREATE VIEW application_team AS
  SELECT m.application_id, m.developer_id, m.role, m.joined_at
  FROM application_member m WHERE m.application_id IS NOT NULL
  UNION ALL
  SELECT a.id, m.developer_id, m.role, m.joined_at
  FROM application_member m JOIN application a ON a.organisation_id = m.organisation_id;

-- The interest that a person has in an application or an organisation, whose id is the subject. Anyone who was ever in
-- an organisation has an interest in its applications too; anyone who was ever on the team of an application has one in
-- its organisation, on whose verification the application relies.
DROP FUNCTION interest_in(uuid, uuid);
CREATE FUNCTION interest_in(subject uuid, person uuid) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH concerned AS (
    SELECT subject AS id
    UNION SELECT a.organisation_id FROM application a WHERE a.id = subject AND a.organisation_id IS NOT NULL
    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)
  SELECT CASE
    WHEN EXISTS (
      SELECT FROM application_participant p WHERE p.developer_id = person
        AND (p.application_id IN (SELECT id FROM concerned) OR p.organisation_id IN (SELECT id FROM concerned)))
    THEN 'took_part'
    WHEN EXISTS (
      SELECT FROM application_invitation i JOIN developer d ON d.email = i.email
      WHERE d.id = person AND i.used_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > clock_timestamp()
        AND (i.application_id IN (SELECT id FROM concerned) OR i.organisation_id IN (SELECT id FROM concerned)))
    THEN 'invited'
  END
$$;

-- Whether a person has decided on an application, on its organisation, or on an organisation or any of its applications.
DROP FUNCTION has_decided_on(uuid, uuid);
CREATE FUNCTION has_decided_on(subject uuid, person uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH concerned AS (
    SELECT subject AS id
    UNION SELECT a.organisation_id FROM application a WHERE a.id = subject AND a.organisation_id IS NOT NULL
    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)
  SELECT EXISTS (
      SELECT FROM decision d JOIN submission s ON s.id = d.submission_id
      WHERE d.reviewer_id = person
        AND (s.application_id IN (SELECT id FROM concerned) OR s.organisation_id IN (SELECT id FROM concerned)))
    OR EXISTS (
      SELECT FROM limit_request l WHERE l.application_id IN (SELECT id FROM concerned) AND l.decided_by_id = person)
    OR EXISTS (
      SELECT FROM network_request n WHERE n.application_id IN (SELECT id FROM concerned) AND n.decided_by_id = person)
    OR EXISTS (
      SELECT FROM audit_entry e
      WHERE e.subject_type IN ('application', 'organisation') AND e.subject_id IN (SELECT id::text FROM concerned)
        AND e.actor_id = person AND e.action IN ('application.reinstated', 'application.owner_appointed',
          'application.limit_changed', 'application.access_changed', 'organisation.reinstated'))
$$;

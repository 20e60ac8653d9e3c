-- Teams: an application is shared by its owners with members, by invitation.
CREATE TYPE "team_role" AS ENUM ('owner', 'member');

CREATE TABLE "application_member" (
    "application_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "role" "team_role" NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_member_pkey" PRIMARY KEY ("application_id", "developer_id")
);

CREATE TABLE "application_invitation" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "team_role" NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "application_invitation_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "application_member_developer_id_idx" ON "application_member"("developer_id");
CREATE UNIQUE INDEX "application_invitation_token_hash_key" ON "application_invitation"("token_hash");
CREATE INDEX "application_invitation_email_idx" ON "application_invitation"("email");
CREATE INDEX "application_invitation_expires_at_idx" ON "application_invitation"("expires_at");
CREATE INDEX "application_invitation_invited_by_id_idx" ON "application_invitation"("invited_by_id");

ALTER TABLE "application_member" ADD CONSTRAINT "application_member_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "application_member" ADD CONSTRAINT "application_member_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "application_invitation" ADD CONSTRAINT "application_invitation_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "application_invitation" ADD CONSTRAINT "application_invitation_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "developer"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

INSERT INTO application_member (application_id, developer_id, role, joined_at)
  SELECT id, developer_id, 'owner', created_at FROM application;

-- What Prisma cannot say.

ALTER TABLE "application_invitation"
  ADD CONSTRAINT "application_invitation_email_check" CHECK ("email" = lower("email") AND char_length("email") <= 254);

-- An address has one live invitation to an application: a new one cancels the former.
CREATE UNIQUE INDEX "application_invitation_live_key" ON "application_invitation" ("application_id", "email")
  WHERE "used_at" IS NULL AND "cancelled_at" IS NULL;

-- Whoever creates an application owns it, also where a former version of the program creates it.
CREATE FUNCTION own_application() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO application_member (application_id, developer_id, role, joined_at)
    VALUES (NEW.id, NEW.developer_id, 'owner', NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER application_owned AFTER INSERT ON application FOR EACH ROW EXECUTE FUNCTION own_application();

-- An application that is not deleted has an owner, `developer_id` names one, and it serves while one of them is not
-- suspended. The named one stays as long as they own it; after them the one of longest standing, suspended ones last.
-- The lock makes two who leave at once take turns: the second then finds nobody left.
CREATE FUNCTION settle_owner(application_id uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  app application;
  named uuid;
BEGIN
  SELECT * INTO app FROM application a WHERE a.id = settle_owner.application_id FOR NO KEY UPDATE;
  IF NOT FOUND OR app.state = 'deleted' THEN RETURN; END IF;
  SELECT m.developer_id INTO named FROM application_member m JOIN developer d ON d.id = m.developer_id
    WHERE m.application_id = app.id AND m.role = 'owner'
    ORDER BY m.developer_id <> app.developer_id, d.suspended_at IS NOT NULL, m.joined_at, m.developer_id LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an application has an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_owner';
  END IF;
  IF named <> app.developer_id THEN
    -- The key of the form that created it was the former owner's: it must not meet one of the new owner's.
    UPDATE application a SET developer_id = named, request_key = gen_random_uuid() WHERE a.id = app.id;
  END IF;
  UPDATE application a SET owner_suspended = NOT a.owner_suspended WHERE a.id = app.id AND a.owner_suspended = EXISTS (
    SELECT FROM application_member m JOIN developer d ON d.id = m.developer_id
    WHERE m.application_id = app.id AND m.role = 'owner' AND d.suspended_at IS NULL);
END $$;

CREATE FUNCTION keep_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM settle_owner(OLD.application_id);
  RETURN NULL;
END $$;
CREATE TRIGGER application_member_owner AFTER UPDATE OR DELETE ON application_member
  FOR EACH ROW EXECUTE FUNCTION keep_owner();

-- Nobody decides on an application that they take part in, in whichever role, whatever the program does.
CREATE OR REPLACE FUNCTION refuse_own_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM submission JOIN application_member ON application_member.application_id = submission.application_id
    WHERE submission.id = NEW.submission_id AND application_member.developer_id = NEW.reviewer_id)
  THEN
    RAISE EXCEPTION 'a reviewer never decides on an application of their own' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

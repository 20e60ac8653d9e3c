-- What administrators do: invitations to a role, the search of the audit log, alerts that somebody looked after.

-- The role that an invitation gives once it is accepted, and who gave it.
ALTER TABLE "email_link"
    ADD COLUMN "invited_role" "role",
    ADD COLUMN "invited_by_id" UUID;

-- `handled_at` is the worker's: when administrators were told. These two are theirs.
ALTER TABLE "operator_alert"
    ADD COLUMN "resolved_at" TIMESTAMPTZ(3),
    ADD COLUMN "resolved_by_id" UUID;

CREATE INDEX "audit_entry_action_sequence_idx" ON "audit_entry"("action", "sequence");
CREATE INDEX "audit_entry_at_idx" ON "audit_entry"("at");
CREATE INDEX "developer_role_idx" ON "developer"("role");
CREATE INDEX "mail_message_created_at_id_idx" ON "mail_message"("created_at", "id");

-- What Prisma cannot say.

ALTER TABLE "email_link"
  ADD CONSTRAINT "email_link_invitation_check"
    CHECK (("purpose" = 'invitation') = ("invited_role" IS NOT NULL) AND "invited_role" IS DISTINCT FROM 'developer');

CREATE INDEX "email_link_invited_by_idx" ON "email_link" ("invited_by_id")
  WHERE "invited_by_id" IS NOT NULL AND "used_at" IS NULL AND "cancelled_at" IS NULL;

-- There is always an administrator who can sign in, whatever the program does. The lock makes two who remove each
-- other at once take turns: the second then finds nobody left.
CREATE FUNCTION keep_administrator() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role <> 'administrator' OR OLD.activated_at IS NULL OR OLD.suspended_at IS NOT NULL OR OLD.deleted_at IS NOT NULL
  THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.role = 'administrator' AND NEW.activated_at IS NOT NULL AND NEW.suspended_at IS NULL
     AND NEW.deleted_at IS NULL
  THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('last_administrator'));
  IF NOT EXISTS (
    SELECT FROM developer
    WHERE id <> OLD.id AND role = 'administrator' AND activated_at IS NOT NULL AND suspended_at IS NULL
      AND deleted_at IS NULL)
  THEN
    RAISE EXCEPTION 'the last administrator stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER developer_last_administrator BEFORE UPDATE OF role, activated_at, suspended_at, deleted_at OR DELETE
  ON developer FOR EACH ROW EXECUTE FUNCTION keep_administrator();

-- An application that is created, or handed over, while its owner is being suspended is suspended too: the share lock
-- waits for the suspension that is under way, and makes a later one wait.
CREATE FUNCTION inherit_suspension() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  SELECT suspended_at IS NOT NULL INTO NEW.owner_suspended FROM developer WHERE id = NEW.developer_id FOR SHARE;
  NEW.owner_suspended := coalesce(NEW.owner_suspended, false);
  RETURN NEW;
END $$;
CREATE TRIGGER application_owner_suspension BEFORE INSERT OR UPDATE OF developer_id ON application
  FOR EACH ROW EXECUTE FUNCTION inherit_suspension();

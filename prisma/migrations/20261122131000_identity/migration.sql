-- A link to the previous address, which restores it, and a link that makes a browser known to an account.
ALTER TYPE "link_purpose" ADD VALUE 'email_undo';
ALTER TYPE "link_purpose" ADD VALUE 'known_browser';

-- AlterTable
ALTER TABLE "totp_factor" ADD COLUMN "session_id" UUID;

-- Partial indexes and triggers, which Prisma cannot express.

-- Each change of address has its own link that undoes it: a later change must not replace the link of an earlier one.
DROP INDEX "email_link_live_key";
CREATE UNIQUE INDEX "email_link_live_key" ON "email_link" ("developer_id", "purpose")
  WHERE "used_at" IS NULL AND "cancelled_at" IS NULL
    AND "purpose" IN ('activation', 'password_reset', 'email_change', 'invitation');

-- Pruning looks for accounts that were never activated.
CREATE INDEX "developer_unactivated_idx" ON "developer" ("created_at") WHERE "activated_at" IS NULL;

-- An account is activated once: a second activation would replace its password without the second factor.
CREATE FUNCTION keep_activation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.activated_at IS NOT NULL AND NEW.activated_at IS DISTINCT FROM OLD.activated_at THEN
    RAISE EXCEPTION 'an account is activated once'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'developer_activated_once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER developer_activated_once BEFORE UPDATE OF activated_at ON developer
  FOR EACH ROW EXECUTE FUNCTION keep_activation();

-- A link is used only by an account that may use it (lib/developers/link.ts, linkAccounts), and only while it is live.
CREATE FUNCTION refuse_link_use() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.used_at IS NOT NULL OR NEW.used_at IS NULL THEN
    RETURN NEW;
  END IF;
  IF OLD.cancelled_at IS NOT NULL OR NOT EXISTS (
    SELECT FROM developer
    WHERE id = NEW.developer_id AND suspended_at IS NULL AND deleted_at IS NULL
      AND CASE NEW.purpose::text
            WHEN 'activation' THEN activated_at IS NULL
            WHEN 'invitation' THEN true
            ELSE activated_at IS NOT NULL
          END)
  THEN
    RAISE EXCEPTION 'this account cannot use this link'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'email_link_fits_account';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER email_link_fits_account BEFORE UPDATE OF used_at ON email_link
  FOR EACH ROW EXECUTE FUNCTION refuse_link_use();

-- Removes sign-ups that were never activated and whose links are gone. The worker may call this and delete no other
-- developer. Suspended ones stay: an administrator blocked that address.
CREATE FUNCTION prune_unactivated(most integer) RETURNS SETOF uuid
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM developer WHERE id IN (
    SELECT id FROM developer unused
    WHERE activated_at IS NULL AND suspended_at IS NULL AND created_at < now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM email_link WHERE developer_id = unused.id)
      AND NOT EXISTS (SELECT FROM application_member WHERE developer_id = unused.id)
    ORDER BY created_at LIMIT most FOR UPDATE SKIP LOCKED)
  RETURNING id
$$;
REVOKE ALL ON FUNCTION prune_unactivated(integer) FROM PUBLIC;

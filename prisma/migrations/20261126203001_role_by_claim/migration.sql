-- Whether the role came from a claim of the provider of single sign-on: such a role is held only in sessions that the
-- provider opened.

ALTER TABLE "developer" ADD COLUMN "role_by_claim" BOOLEAN NOT NULL DEFAULT false;

-- Of linked accounts, only those whose last role was accepted by invitation, and break-glass ones, have it without a claim.
UPDATE "developer" d SET "role_by_claim" = true
WHERE d."role" <> 'developer' AND NOT d."break_glass" AND d."deleted_at" IS NULL
  AND EXISTS (SELECT FROM "sign_in_identity" i WHERE i."developer_id" = d."id")
  AND (SELECT e."action" FROM "audit_entry" e
       WHERE e."subject_type" = 'developer' AND e."subject_id" = d."id"::text
         AND e."action" IN ('developer.role_accepted', 'developer.role_followed_provider')
       ORDER BY e."sequence" DESC LIMIT 1) IS DISTINCT FROM 'developer.role_accepted';

-- It ends with the role, and where the operator makes the account a break-glass one, whichever program does so.
CREATE FUNCTION end_role_by_claim() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role = 'developer' OR NEW.break_glass OR NEW.deleted_at IS NOT NULL THEN
    NEW.role_by_claim := false;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER developer_role_by_claim BEFORE INSERT OR UPDATE OF role, deleted_at, break_glass, role_by_claim ON developer
  FOR EACH ROW EXECUTE FUNCTION end_role_by_claim();

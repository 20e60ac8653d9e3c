-- The previous version let people keep the role of a claim when they unlinked the provider, and says only in the audit log
-- what gave a role, also while it runs next to this one.

UPDATE "developer" d SET "role_by_claim" = true
WHERE d."role" <> 'developer' AND NOT d."break_glass" AND d."deleted_at" IS NULL
  AND (SELECT e."action" FROM "audit_entry" e
       WHERE e."subject_type" = 'developer' AND e."subject_id" = d."id"::text
         AND e."action" IN ('developer.role_accepted', 'developer.role_followed_provider')
       ORDER BY e."sequence" DESC LIMIT 1) = 'developer.role_followed_provider';

CREATE FUNCTION note_role_by_claim() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE developer SET role_by_claim = NEW.action = 'developer.role_followed_provider' WHERE id = NEW.subject_id::uuid;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_role_by_claim AFTER INSERT ON audit_entry FOR EACH ROW
  WHEN (NEW.action IN ('developer.role_followed_provider', 'developer.role_accepted')) EXECUTE FUNCTION note_role_by_claim();

-- A role by claim ends with the role, and where the operator makes the account a break-glass one, whichever program does so.
CREATE OR REPLACE FUNCTION end_role_by_claim() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role = 'developer' OR NEW.break_glass OR NEW.deleted_at IS NOT NULL THEN
    NEW.role_by_claim := false;
  END IF;
  RETURN NEW;
END $$;

-- The previous version says only in the audit log what gave a role.
CREATE OR REPLACE FUNCTION note_role_by_claim() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE developer SET role_by_claim = NEW.action = 'developer.role_followed_provider' WHERE id = NEW.subject_id::uuid;
  RETURN NULL;
END $$;

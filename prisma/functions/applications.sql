-- Applications and their owners.

CREATE OR REPLACE FUNCTION own_application() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.organisation_id IS NULL AND NEW.developer_id IS NOT NULL THEN
    INSERT INTO application_member (application_id, developer_id, role, joined_at)
      VALUES (NEW.id, NEW.developer_id, 'owner', NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

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

-- Why this person may not decide about an application or an organisation. An invitation is no interest before it is
-- accepted: someone else sends it.
CREATE OR REPLACE FUNCTION interest_in(subject uuid, person uuid) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  WITH concerned AS (
    SELECT subject AS id
    UNION SELECT a.organisation_id FROM application a WHERE a.id = subject AND a.organisation_id IS NOT NULL
    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)
  SELECT 'took_part' WHERE EXISTS (
    SELECT FROM application_participant p WHERE p.developer_id = person
      AND (p.application_id IN (SELECT id FROM concerned) OR p.organisation_id IN (SELECT id FROM concerned)))
$$;

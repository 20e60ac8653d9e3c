-- An administrator who appoints an owner of an organisation decides about it, as one who does so of an application.

CREATE OR REPLACE FUNCTION has_decided_on(subject uuid, person uuid) RETURNS boolean
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
          'application.limit_changed', 'application.access_changed', 'organisation.reinstated',
          'organisation.owner_appointed'))
$$;

-- Waits for writers of the record, so it comes last.
CREATE TRIGGER audit_entry_not_own_appointment BEFORE INSERT ON audit_entry FOR EACH ROW
  WHEN (NEW.action = 'organisation.owner_appointed')
  EXECUTE FUNCTION refuse_own_administration();

-- Who changes the accounts that an application may read decides about it, and can never join its team.
CREATE OR REPLACE FUNCTION has_decided_on(application uuid, person uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
      SELECT FROM decision d JOIN submission s ON s.id = d.submission_id
      WHERE s.application_id = application AND d.reviewer_id = person)
    OR EXISTS (SELECT FROM limit_request l WHERE l.application_id = application AND l.decided_by_id = person)
    OR EXISTS (
      SELECT FROM audit_entry e
      WHERE e.subject_type = 'application' AND e.subject_id = application::text AND e.actor_id = person
        AND e.action IN ('application.reinstated', 'application.owner_appointed', 'application.limit_changed',
                         'application.access_changed'))
$$;

-- Whose documents a submission was sent with next to its own: the application's organisation, if it was verified then.
ALTER TABLE "submission" ADD COLUMN "relies_on_id" UUID;
ALTER TABLE "submission" ADD CONSTRAINT "submission_relies_on_id_fkey" FOREIGN KEY ("relies_on_id") REFERENCES "organisation"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Those that were sent before: what was not asked of them came from the organisation.
UPDATE submission s SET relies_on_id = a.organisation_id FROM application a
WHERE a.id = s.application_id AND a.organisation_id IS NOT NULL AND s.submitted_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM submission_requirement r WHERE r.submission_id = s.id AND r.scope = 'organisation');

-- The application by which the landing page calls the Sandbox (lib/applications/landing.ts) has no owner; every other has.
ALTER TABLE application ALTER developer_id DROP NOT NULL;
ALTER TABLE application ADD CONSTRAINT application_has_owner CHECK (
  developer_id IS NOT NULL
  OR id = '019ac8f0-0000-7000-8000-000000000001' AND environment = 'sandbox' AND organisation_id IS NULL);

-- The first version may have been in force before: the command decides who may publish it so.
ALTER TABLE terms_version DROP CONSTRAINT terms_version_not_past;
ALTER TABLE terms_version ADD CONSTRAINT terms_version_not_past
  CHECK (version = 1 OR effective_from >= (published_at AT TIME ZONE 'UTC')::date);

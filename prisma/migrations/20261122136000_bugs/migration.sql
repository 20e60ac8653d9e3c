-- Why a call was refused was kept as a sentence, which features then compared: now one of a few words. No constraint:
-- gateways of the previous release write sentences until they are replaced; those are shown without a cause.
UPDATE "recent_call"
SET "hint" = CASE
  WHEN "hint" = 'credentials of the other environment' THEN 'other_environment'
  WHEN "hint" = 'the application has no secret in force' THEN 'no_secret'
  WHEN "hint" = 'wrong or retired secret' THEN 'wrong_secret'
  WHEN "hint" = 'a test account answers with this error' THEN 'simulated'
  WHEN "hint" LIKE 'the application is %' THEN 'not_approved'
  ELSE "hint"
END
WHERE "hint" IS NOT NULL;

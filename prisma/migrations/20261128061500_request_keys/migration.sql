-- A form's key is used up in "single_use". Processes of the previous version still write these, and look for them.
ALTER TABLE "application" ALTER COLUMN "request_key" SET DEFAULT gen_random_uuid();
ALTER TABLE "organisation" ALTER COLUMN "request_key" SET DEFAULT gen_random_uuid();

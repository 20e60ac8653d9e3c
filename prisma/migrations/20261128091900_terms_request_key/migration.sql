-- As "request_keys" for applications and organisations: only the previous version writes it, and looks for it.
ALTER TABLE "terms_version" ALTER COLUMN "request_key" SET DEFAULT gen_random_uuid();

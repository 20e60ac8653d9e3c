-- The Sandbox application that a Production application was promoted from.
ALTER TABLE "application" ADD COLUMN "sandbox_id" UUID,
  ADD CONSTRAINT "application_sandbox_id_fkey" FOREIGN KEY ("sandbox_id") REFERENCES "application" ("id") ON DELETE SET NULL,
  ADD CONSTRAINT "application_sandbox_id_check" CHECK ("sandbox_id" IS NULL OR "environment" = 'production');

CREATE INDEX "application_sandbox_id_idx" ON "application" ("sandbox_id");

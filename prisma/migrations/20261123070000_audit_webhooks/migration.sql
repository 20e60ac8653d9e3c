-- Endpoints of the administration: they belong to no application, and are sent the audit log. "delivered_sequence" is the
-- last entry that was delivered.
ALTER TABLE "webhook_endpoint" ALTER COLUMN "application_id" DROP NOT NULL;
ALTER TABLE "webhook_endpoint" ADD COLUMN "delivered_sequence" BIGINT;

-- What Prisma cannot say.

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_administration_check"
  CHECK (("application_id" IS NULL) = ("delivered_sequence" IS NOT NULL));

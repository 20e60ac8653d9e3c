-- Where a form led is in "idempotency_key".
ALTER TABLE "single_use" DROP COLUMN "leads_to";

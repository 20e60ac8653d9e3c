-- Whether an administrator has to approve a person before they can use the portal. Null for everyone who signed up while
-- no approval was required, and for those whom the previous version activates.

CREATE TYPE "sign_up_approval" AS ENUM ('waiting', 'approved', 'rejected');

ALTER TABLE "developer"
  ADD COLUMN "approval" "sign_up_approval",
  ADD COLUMN "rejection_reason" TEXT;

-- What Prisma cannot say.

ALTER TABLE "developer" ADD CONSTRAINT "developer_rejection_reason_check"
  CHECK (("approval" IS NOT DISTINCT FROM 'rejected') = (coalesce("rejection_reason", '') <> ''));

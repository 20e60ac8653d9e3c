-- What reviewers tick off for a document: as many lines in both languages, at most 20. A submission keeps those it was
-- opened under, and a decision keeps the positions of the ticked ones, by requirement.
ALTER TABLE "requirement"
  ADD COLUMN "checklist_en" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "checklist_fr" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD CONSTRAINT "requirement_checklist_check" CHECK (
    "checklist_en" IS NOT NULL AND "checklist_fr" IS NOT NULL
    AND cardinality("checklist_en") = cardinality("checklist_fr") AND cardinality("checklist_en") <= 20);
ALTER TABLE "submission_requirement"
  ADD COLUMN "checklist_en" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "checklist_fr" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD CONSTRAINT "submission_requirement_checklist_check" CHECK (
    "checklist_en" IS NOT NULL AND "checklist_fr" IS NOT NULL
    AND cardinality("checklist_en") = cardinality("checklist_fr") AND cardinality("checklist_en") <= 20);
ALTER TABLE "decision" ADD COLUMN "checklist" JSONB NOT NULL DEFAULT '{}';

-- The accounts of a first approval, for the person who approves second: the audit log holds only a hash of them.
CREATE TABLE "approved_access" (
  "submission_id" UUID NOT NULL,
  "reviewer_id" UUID NOT NULL,
  "submission_version" INTEGER NOT NULL,
  "access" TEXT NOT NULL,
  "msisdns" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

  CONSTRAINT "approved_access_pkey" PRIMARY KEY ("submission_id", "reviewer_id"),
  CONSTRAINT "approved_access_access_check" CHECK ("access" IN ('all', 'listed', 'unchanged')),
  CONSTRAINT "approved_access_msisdns_check" CHECK (
    "msisdns" IS NOT NULL AND ("access" = 'listed') = (cardinality("msisdns") > 0)),
  CONSTRAINT "approved_access_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submission"("id") ON DELETE CASCADE
);

-- Validation: the clock that stops while it is the developer's turn, the proof of an approval, a second approval,
-- revisions of what was approved, and files on their way in.
ALTER TABLE "submission"
    ADD COLUMN "remaining_minutes" INTEGER,
    ADD COLUMN "proof_attempts" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "proof_error" TEXT,
    ADD COLUMN "proof_tried_at" TIMESTAMPTZ(3),
    ADD COLUMN "revision" BOOLEAN NOT NULL DEFAULT false;

-- Where two approvals are asked for, the first one is on record but does not count yet.
ALTER TABLE "decision" ADD COLUMN "final" BOOLEAN NOT NULL DEFAULT true;

-- Pieces of files that are still arriving. Nothing points at them, so they need not outlive a crash.
CREATE UNLOGGED TABLE "upload_chunk" (
    "upload_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_chunk_pkey" PRIMARY KEY ("upload_id","sequence")
);
CREATE INDEX "upload_chunk_created_at_idx" ON "upload_chunk"("created_at");

ALTER TABLE "submission_message"
  ADD CONSTRAINT "submission_message_body_check" CHECK (char_length("body") BETWEEN 1 AND 4000);
ALTER TABLE "decision"
  ADD CONSTRAINT "decision_reason_length_check" CHECK (char_length("reason") <= 2000),
  ADD CONSTRAINT "decision_final_check" CHECK ("final" OR "outcome" = 'approved');

CREATE OR REPLACE FUNCTION require_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT environment FROM application WHERE id = NEW.application_id) = 'production'
     AND NEW.revoked_at IS NULL
     AND NOT EXISTS (
       SELECT FROM decision JOIN submission ON submission.id = decision.submission_id
       WHERE submission.application_id = NEW.application_id
         AND decision.outcome = 'approved' AND decision.final AND decision.voided_at IS NULL)
  THEN
    RAISE EXCEPTION 'a Production secret needs an approval on record' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION require_approval_to_serve() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.environment = 'production' AND NEW.state IN ('activating', 'active')
     AND NOT EXISTS (
       SELECT FROM decision JOIN submission ON submission.id = decision.submission_id
       WHERE submission.application_id = NEW.id
         AND decision.outcome = 'approved' AND decision.final AND decision.voided_at IS NULL)
  THEN
    RAISE EXCEPTION 'a Production application needs an approval on record to serve' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Nobody decides on an application of their own, whatever the program does.
CREATE FUNCTION refuse_own_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM submission JOIN application ON application.id = submission.application_id
    WHERE submission.id = NEW.submission_id AND application.developer_id = NEW.reviewer_id)
  THEN
    RAISE EXCEPTION 'a reviewer never decides on an application of their own' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER decision_not_own BEFORE INSERT ON decision FOR EACH ROW EXECUTE FUNCTION refuse_own_decision();

-- What was decided is never rewritten; an approval whose proof failed is voided, once.
CREATE FUNCTION keep_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.voided_at IS NOT NULL OR to_jsonb(NEW) - 'voided_at' <> to_jsonb(OLD) - 'voided_at' THEN
    RAISE EXCEPTION 'a decision is never rewritten' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER decision_kept BEFORE UPDATE ON decision FOR EACH ROW EXECUTE FUNCTION keep_decision();

-- A deleted application leaves no open submission behind, whichever command deleted it.
CREATE FUNCTION withdraw_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submission SET state = 'withdrawn', claimed_by_id = NULL, claimed_until = NULL
    WHERE application_id = NEW.id AND state IN ('draft', 'in_validation', 'changes_requested');
  RETURN NULL;
END $$;
CREATE TRIGGER application_deleted AFTER UPDATE OF state ON application
  FOR EACH ROW WHEN (NEW.state = 'deleted' AND OLD.state <> 'deleted') EXECUTE FUNCTION withdraw_submissions();

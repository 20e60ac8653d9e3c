-- A check that comes out as NULL passes: an absent reason has to be spelled out.
ALTER TABLE "decision" DROP CONSTRAINT "decision_reason_check";
ALTER TABLE "decision"
  ADD CONSTRAINT "decision_reason_check"
    CHECK ("outcome" = 'approved' OR coalesce(char_length(trim("reason")), 0) > 0);

-- What was decided is listed by when it was submitted, the newest first.
CREATE INDEX "submission_submitted_at_id_idx" ON "submission"("submitted_at", "id");

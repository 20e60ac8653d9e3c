-- Limits on uploads: what counts, and which replaced files may lose their content.

-- When reviewers first got this version of a document; null while only the applicant has seen it.
ALTER TABLE "document" ADD COLUMN "submitted_at" TIMESTAMPTZ(3);
-- Versions of submissions that were sent before this column existed count as sent: nothing on record is lost.
UPDATE "document" SET "submitted_at" = "submission"."submitted_at"
  FROM "submission" WHERE "submission"."id" = "document"."submission_id" AND "submission"."submitted_at" IS NOT NULL;

-- By trigger, so that the previous build marks them too while both run.
CREATE FUNCTION mark_submitted_documents() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE document SET submitted_at = coalesce(NEW.submitted_at, now())
    WHERE submission_id = NEW.id AND replaced_at IS NULL AND submitted_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER submission_sent AFTER UPDATE OF version ON submission
  FOR EACH ROW WHEN (NEW.version > OLD.version) EXECUTE FUNCTION mark_submitted_documents();

CREATE FUNCTION keep_submitted_at() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a document that reviewers got stays on record' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER document_submitted_once BEFORE UPDATE OF submitted_at ON document
  FOR EACH ROW WHEN (OLD.submitted_at IS NOT NULL AND NEW.submitted_at IS DISTINCT FROM OLD.submitted_at)
  EXECUTE FUNCTION keep_submitted_at();

-- The portal may not delete content. This lets it do so for one kind: a version that was replaced before reviewers got it.
CREATE FUNCTION discard_replaced_document(discarded uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE document SET purged_at = replaced_at
    WHERE id = discarded AND replaced_at IS NOT NULL AND submitted_at IS NULL AND purged_at IS NULL;
  IF FOUND THEN
    DELETE FROM document_chunk WHERE document_id = discarded;
    RETURN true;
  END IF;
  RETURN false;
END $$;
REVOKE EXECUTE ON FUNCTION discard_replaced_document(uuid) FROM PUBLIC;

-- Pieces that are still arriving count towards their submission's limit.
ALTER TABLE "upload_chunk" ADD COLUMN "submission_id" UUID;
CREATE INDEX "upload_chunk_submission_id_idx" ON "upload_chunk"("submission_id");

-- What a developer has uploaded since the hour began that their first upload opened.
CREATE TABLE "upload_window" (
    "developer_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "upload_window_pkey" PRIMARY KEY ("developer_id"),
    CONSTRAINT "upload_window_bytes_check" CHECK ("bytes" >= 0)
);
CREATE INDEX "upload_window_started_at_idx" ON "upload_window"("started_at");
ALTER TABLE "upload_window" ADD CONSTRAINT "upload_window_developer_id_fkey"
  FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- No template comes with this requirement, so it asks for something that applicants can write themselves. Only where the
-- operator has not changed the text.
UPDATE "requirement" SET
    "help_en" = 'A statement that your company accepts the terms of use, dated and signed by its legal representative. If a template is offered here, use it.',
    "help_fr" = 'Une déclaration par laquelle votre société accepte les conditions d’utilisation, datée et signée par son représentant légal. Si un modèle est proposé ici, utilisez-le.'
  WHERE "id" = '019aa3c0-0000-7000-8000-000000000004' AND "template_name" IS NULL
    AND "help_en" = 'The terms of use, every page initialled and the last one signed and dated.'
    AND "help_fr" = 'Les conditions d’utilisation, chaque page paraphée, la dernière signée et datée.';

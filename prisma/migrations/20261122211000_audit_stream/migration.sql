-- Up to which entry the audit log was sent to the operator's own log (AUDIT_STREAM). The row exists once it was.
CREATE TABLE "audit_stream" (
  "id" BOOLEAN NOT NULL DEFAULT true CHECK ("id"),
  "position" BIGINT NOT NULL,
  "sent_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "audit_stream_pkey" PRIMARY KEY ("id")
);

-- Refused sign-ins, outside the audit chain: anyone can cause them. "sent_at": when it was sent to AUDIT_STREAM.
CREATE TABLE "refused_sign_in" (
  "id" UUID NOT NULL,
  "developer_id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "why" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "sent_at" TIMESTAMPTZ(3),
  CONSTRAINT "refused_sign_in_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "refused_sign_in_developer_id_idx" ON "refused_sign_in"("developer_id");
CREATE INDEX "refused_sign_in_at_idx" ON "refused_sign_in"("at");
CREATE INDEX "refused_sign_in_sent_at_id_idx" ON "refused_sign_in"("sent_at", "id");
ALTER TABLE "refused_sign_in" ADD CONSTRAINT "refused_sign_in_developer_id_fkey"
  FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

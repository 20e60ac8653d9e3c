-- When a queued mail may be taken next. While one is being sent it lies in the near future and is pushed on: the lease
-- of the worker that sends it. After a failure it is when to try again.
ALTER TABLE "mail_message" ADD COLUMN "next_attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What Prisma cannot say.

CREATE INDEX "mail_message_due_idx" ON "mail_message" ("next_attempt_at") WHERE "status" = 'queued';
CREATE INDEX "session_revoked_at_idx" ON "session" ("revoked_at") WHERE "revoked_at" IS NOT NULL;

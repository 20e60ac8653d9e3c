-- When commands that have to run every night last completed, for alerts, the doctor and the administration.
CREATE TABLE "command_run" (
  "command" TEXT NOT NULL,
  "watched_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completed_at" TIMESTAMPTZ(3),
  "faults" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "command_run_pkey" PRIMARY KEY ("command")
);

INSERT INTO "command_run" ("command") VALUES ('backup'), ('audit:verify');

-- Whether programs with a personal access key may change the Sandbox; existing keys, and those that the previous
-- version creates, only read.
ALTER TABLE "personal_access_key" ADD COLUMN "may_change_sandbox" BOOLEAN NOT NULL DEFAULT false;

-- What was saved before, which the undo of a save restores.
ALTER TABLE "branding" ADD COLUMN "previous" JSONB;

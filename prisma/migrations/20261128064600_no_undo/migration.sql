-- What is published takes effect at once, after a preview that the form itself carries.
DROP FUNCTION undo_announcement(uuid);
DROP FUNCTION undo_terms(integer);
DROP TABLE "pending_act";
ALTER TABLE "branding" DROP COLUMN "previous";

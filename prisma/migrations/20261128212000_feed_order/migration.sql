-- A removal ends older details also where the amounts are newer than it, and so the account exists.
ALTER TABLE "wallet_account" ADD COLUMN "removed_as_of" TIMESTAMPTZ(6);

-- Details are whole: a type alone, or a status, is refused.
DELETE FROM "waiting_details" WHERE "type" IS NULL OR "status" IS NULL;
ALTER TABLE "waiting_details" ALTER COLUMN "type" SET NOT NULL, ALTER COLUMN "status" SET NOT NULL;

-- A sender whose numbering began again continues below the highest position that it had. `back_since` and `back_at` are
-- the first and the last request of those below it that brought something.
ALTER TABLE "feed_position"
  ADD COLUMN "highest" BIGINT,
  ADD COLUMN "back_since" TIMESTAMPTZ(3),
  ADD COLUMN "back_at" TIMESTAMPTZ(3);

-- What can be read of a refused change: whether something later overtook it.
ALTER TABLE "refused_change"
  ADD COLUMN "as_of" TIMESTAMPTZ(6),
  ADD COLUMN "has_amounts" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "has_details" BOOLEAN NOT NULL DEFAULT false;

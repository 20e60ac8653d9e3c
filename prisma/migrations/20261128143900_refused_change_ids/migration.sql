-- Each refused change takes a number, also one that is kept already: at 1,000 a second, 31 bits last for 24 days.
ALTER TABLE "refused_change" ALTER COLUMN "id" TYPE bigint;
ALTER SEQUENCE "refused_change_id_seq" AS bigint;

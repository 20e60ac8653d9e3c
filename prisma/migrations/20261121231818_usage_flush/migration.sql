-- Which batches of usage are written, so that one whose commit was given up, and came later, is not added twice.
-- Housekeeping reads it from one end to the other, as an hour of it is little: no index but the key.
CREATE TABLE "usage_flush" (
    "id" UUID NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_flush_pkey" PRIMARY KEY ("id")
);

-- Hints from traffic by mail, at most daily and only to who wants them; and how long each process could not be reached.

-- AlterTable
ALTER TABLE "developer" ADD COLUMN "traffic_hints" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "traffic_hint_mail" (
    "application_id" UUID NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "traffic_hint_mail_pkey" PRIMARY KEY ("application_id")
);

-- CreateTable
CREATE TABLE "service_day" (
    "service" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "minutes_checked" INTEGER NOT NULL DEFAULT 0,
    "minutes_down" INTEGER NOT NULL DEFAULT 0,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "ready" BOOLEAN NOT NULL,

    CONSTRAINT "service_day_pkey" PRIMARY KEY ("service","day")
);

-- CreateIndex
CREATE INDEX "service_day_day_idx" ON "service_day"("day");

-- What Prisma cannot say.
ALTER TABLE "service_day"
  ADD CONSTRAINT "service_day_service_check"
    CHECK ("service" IN ('portal', 'sandbox', 'production', 'worker', 'database')),
  ADD CONSTRAINT "service_day_minutes_check" CHECK ("minutes_down" BETWEEN 0 AND "minutes_checked");

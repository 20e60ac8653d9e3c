-- Limits per application, and requests for higher ones.

CREATE TYPE "limit_request_state" AS ENUM ('open', 'approved', 'rejected', 'withdrawn');

-- A team's request for more calls a minute, and what became of it. Kept as the history of the limit.
CREATE TABLE "limit_request" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "calls_per_minute" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "state" "limit_request_state" NOT NULL DEFAULT 'open',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "decision_reason" TEXT,

    CONSTRAINT "limit_request_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "limit_request_application_id_requested_at_idx" ON "limit_request"("application_id", "requested_at");
CREATE INDEX "limit_request_requested_by_id_idx" ON "limit_request"("requested_by_id");

ALTER TABLE "limit_request" ADD CONSTRAINT "limit_request_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "limit_request" ADD CONSTRAINT "limit_request_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "developer"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot say.

ALTER TABLE "limit_request"
  ADD CONSTRAINT "limit_request_calls_per_minute_check" CHECK ("calls_per_minute" BETWEEN 1 AND 10000000),
  ADD CONSTRAINT "limit_request_reason_check" CHECK ("reason" <> ''),
  ADD CONSTRAINT "limit_request_closed_check" CHECK (("state" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "limit_request_decided_check"
    CHECK (("state" IN ('approved', 'rejected')) = ("decided_by_id" IS NOT NULL)),
  ADD CONSTRAINT "limit_request_rejected_check" CHECK ("state" <> 'rejected' OR coalesce("decision_reason", '') <> '');

CREATE UNIQUE INDEX "limit_request_one_open" ON "limit_request"("application_id") WHERE "state" = 'open';

-- A request is decided once, never changes afterwards, and not by anyone with an interest in the application.
CREATE FUNCTION keep_limit_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.state <> 'open'
    OR (NEW.id, NEW.application_id, NEW.requested_by_id, NEW.calls_per_minute, NEW.reason, NEW.requested_at)
      IS DISTINCT FROM
      (OLD.id, OLD.application_id, OLD.requested_by_id, OLD.calls_per_minute, OLD.reason, OLD.requested_at)
  THEN
    RAISE EXCEPTION 'a limit request is decided once, and stays as it was sent'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'limit_request_kept';
  END IF;
  IF NEW.decided_by_id IS NOT NULL AND interest_in(NEW.application_id, NEW.decided_by_id) IS NOT NULL THEN
    RAISE EXCEPTION 'a reviewer never decides on the limit of an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER limit_request_kept BEFORE UPDATE ON limit_request FOR EACH ROW EXECUTE FUNCTION keep_limit_request();

-- The reviewer who decides on a limit, and the administrator who sets one, can never join the team afterwards.
CREATE OR REPLACE FUNCTION has_decided_on(application uuid, person uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
      SELECT FROM decision d JOIN submission s ON s.id = d.submission_id
      WHERE s.application_id = application AND d.reviewer_id = person)
    OR EXISTS (SELECT FROM limit_request l WHERE l.application_id = application AND l.decided_by_id = person)
    OR EXISTS (
      SELECT FROM audit_entry e
      WHERE e.subject_type = 'application' AND e.subject_id = application::text AND e.actor_id = person
        AND e.action IN ('application.reinstated', 'application.owner_appointed', 'application.limit_changed'))
$$;

CREATE FUNCTION withdraw_limit_requests() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE limit_request SET state = 'withdrawn', closed_at = now() WHERE application_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;

-- From here on each statement holds a lock that gateways or writers of the record wait for, so they come last.

CREATE TRIGGER application_deleted_limit AFTER UPDATE OF state ON application
  FOR EACH ROW WHEN (NEW.state = 'deleted' AND OLD.state <> 'deleted') EXECUTE FUNCTION withdraw_limit_requests();

-- Calls a minute at the account endpoint; null is the environment's default.
ALTER TABLE "application" ADD COLUMN "rate_limit" INTEGER;
ALTER TABLE "application" ADD CONSTRAINT "application_rate_limit_check" CHECK ("rate_limit" BETWEEN 1 AND 10000000);

CREATE TRIGGER audit_entry_limit_not_own BEFORE INSERT ON audit_entry FOR EACH ROW
  WHEN (NEW.action = 'application.limit_changed')
  EXECUTE FUNCTION refuse_own_administration();

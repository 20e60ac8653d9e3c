-- The addresses that a Production application may be called from, who approves them, and where its calls come from.

CREATE TYPE "network_request_state" AS ENUM ('open', 'approved', 'rejected', 'withdrawn');

-- An owner's request for addresses beyond those that a reviewer approved, and what became of it.
CREATE TABLE "network_request" (
    "id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "networks" TEXT[],
    "reason" TEXT NOT NULL,
    "state" "network_request_state" NOT NULL DEFAULT 'open',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "decision_reason" TEXT,

    CONSTRAINT "network_request_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "network_request_application_id_requested_at_idx" ON "network_request"("application_id", "requested_at");
CREATE INDEX "network_request_requested_by_id_idx" ON "network_request"("requested_by_id");

ALTER TABLE "network_request" ADD CONSTRAINT "network_request_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "network_request" ADD CONSTRAINT "network_request_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "developer"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Calls of an application by day (UTC) and /24 or /56; an empty network has the calls of all others.
CREATE TABLE "network_day" (
    "application_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "network" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,

    CONSTRAINT "network_day_pkey" PRIMARY KEY ("application_id", "day", "network")
);

CREATE INDEX "network_day_day_idx" ON "network_day"("day");

ALTER TABLE "network_day" ADD CONSTRAINT "network_day_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The list as it was sent to the reviewers.
ALTER TABLE "submission" ADD COLUMN "networks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- What Prisma cannot say.

ALTER TABLE "submission" ADD CONSTRAINT "submission_networks_check" CHECK ("networks" IS NOT NULL);

ALTER TABLE "network_request"
  ADD CONSTRAINT "network_request_networks_check"
    CHECK ("networks" IS NOT NULL AND cardinality("networks") <= 20 AND "networks"::cidr[] IS NOT NULL),
  ADD CONSTRAINT "network_request_reason_check" CHECK ("reason" <> ''),
  ADD CONSTRAINT "network_request_closed_check" CHECK (("state" = 'open') = ("closed_at" IS NULL)),
  ADD CONSTRAINT "network_request_decided_check"
    CHECK (("state" IN ('approved', 'rejected')) = ("decided_by_id" IS NOT NULL)),
  ADD CONSTRAINT "network_request_rejected_check" CHECK ("state" <> 'rejected' OR coalesce("decision_reason", '') <> '');

CREATE UNIQUE INDEX "network_request_one_open" ON "network_request"("application_id") WHERE "state" = 'open';

-- A request is decided once, not by anyone with an interest in the application, and never changes afterwards, except that the
-- deletion of the application removes its addresses.
CREATE FUNCTION keep_network_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.application_id, NEW.requested_by_id, NEW.reason, NEW.requested_at)
      IS DISTINCT FROM (OLD.id, OLD.application_id, OLD.requested_by_id, OLD.reason, OLD.requested_at)
    OR NOT NEW.networks <@ OLD.networks OR (OLD.state = 'open' AND NEW.networks <> OLD.networks)
    OR (OLD.state <> 'open' AND (NEW.state, NEW.closed_at, NEW.decided_by_id, NEW.decision_reason)
      IS DISTINCT FROM (OLD.state, OLD.closed_at, OLD.decided_by_id, OLD.decision_reason))
  THEN
    RAISE EXCEPTION 'a network request is decided once, and stays as it was sent'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'network_request_kept';
  END IF;
  IF NEW.decided_by_id IS DISTINCT FROM OLD.decided_by_id
    AND interest_in(NEW.application_id, NEW.decided_by_id) IS NOT NULL THEN
    RAISE EXCEPTION 'a reviewer never decides on the addresses of an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_networks';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER network_request_kept BEFORE UPDATE ON network_request
  FOR EACH ROW EXECUTE FUNCTION keep_network_request();

-- Who decides on addresses decides about the application, and can never join its team.
CREATE OR REPLACE FUNCTION has_decided_on(application uuid, person uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
      SELECT FROM decision d JOIN submission s ON s.id = d.submission_id
      WHERE s.application_id = application AND d.reviewer_id = person)
    OR EXISTS (SELECT FROM limit_request l WHERE l.application_id = application AND l.decided_by_id = person)
    OR EXISTS (SELECT FROM network_request n WHERE n.application_id = application AND n.decided_by_id = person)
    OR EXISTS (
      SELECT FROM audit_entry e
      WHERE e.subject_type = 'application' AND e.subject_id = application::text AND e.actor_id = person
        AND e.action IN ('application.reinstated', 'application.owner_appointed', 'application.limit_changed',
                         'application.access_changed'))
$$;

CREATE FUNCTION withdraw_network_requests() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE network_request SET state = 'withdrawn', closed_at = now() WHERE application_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;

-- Adds counts, at most 200 networks of an application: beyond that, calls count for the empty network. One gateway at a
-- time, so that two cannot both take the last place; the statement after the lock sees what was committed before. An
-- application that was deleted in the meantime keeps no counts.
CREATE FUNCTION count_networks(applications uuid[], days date[], networks text[], counts bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('count_networks'));
  INSERT INTO network_day AS kept (application_id, day, network, calls)
  SELECT ranked.application_id, ranked.day, ranked.kept_as, sum(ranked.calls)
  FROM (
    SELECT c.application_id, c.day, c.calls,
      CASE WHEN c.network = '' OR known.network IS NOT NULL
          OR held.networks + dense_rank() OVER (
            PARTITION BY c.application_id, known.network IS NULL AND c.network <> '' ORDER BY c.network) <= 200
        THEN c.network ELSE '' END AS kept_as
    FROM unnest(applications, days, networks, counts) AS c (application_id, day, network, calls)
    JOIN application a ON a.id = c.application_id AND a.state <> 'deleted'
    LEFT JOIN LATERAL (
      SELECT network FROM network_day WHERE application_id = c.application_id AND network = c.network LIMIT 1
    ) known ON true
    LEFT JOIN LATERAL (
      SELECT count(DISTINCT network) AS networks FROM network_day
      WHERE application_id = c.application_id AND network <> ''
    ) held ON known.network IS NULL AND c.network <> ''
  ) ranked
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (application_id, day, network) DO UPDATE SET calls = kept.calls + excluded.calls;
END $$;
REVOKE EXECUTE ON FUNCTION count_networks(uuid[], date[], text[], bigint[]) FROM PUBLIC;

-- From here on each statement holds a lock that gateways wait for, so they come last.

CREATE TRIGGER application_deleted_networks AFTER UPDATE OF state ON application
  FOR EACH ROW WHEN (NEW.state = 'deleted' AND OLD.state <> 'deleted') EXECUTE FUNCTION withdraw_network_requests();

-- The addresses in force, and those that a reviewer approved last; empty is every address.
ALTER TABLE "application"
  ADD COLUMN "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "approved_networks" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "application" ADD CONSTRAINT "application_allowed_networks_check" CHECK (
  "allowed_networks" IS NOT NULL AND "approved_networks" IS NOT NULL AND ("allowed_networks" = '{}' OR (
    "environment" = 'production' AND cardinality("allowed_networks") <= 20 AND "allowed_networks"::cidr[] IS NOT NULL)));

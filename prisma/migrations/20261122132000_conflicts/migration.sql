-- Conflicts of interest, tokens that cannot outlive five minutes, functions that temporary tables cannot mislead, and
-- mails that belong to a person rather than to an address.

-- Everyone who was ever on the team of an application. Rows are never removed: a reviewer who left a team, or an owner
-- who became a reviewer, stays interested.
CREATE TABLE "application_participant" (
    "application_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "application_participant_pkey" PRIMARY KEY ("application_id", "developer_id")
);

CREATE INDEX "application_participant_developer_id_idx" ON "application_participant"("developer_id");

ALTER TABLE "application_participant" ADD CONSTRAINT "application_participant_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "application"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "application_participant" ADD CONSTRAINT "application_participant_developer_id_fkey" FOREIGN KEY ("developer_id") REFERENCES "developer"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The developer whose mail it is, even if someone else has the address later; null for an address without an account.
ALTER TABLE "mail_message" ADD COLUMN "developer_id" UUID;

-- What Prisma cannot say.

-- An SQL body is bound to its tables when it is created, so that no temporary table can take their place; unlike a
-- function with settings, it is still inlined.
CREATE OR REPLACE FUNCTION currency_decimals(code text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN code IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                'XAF', 'XOF', 'XPF') THEN 0
  WHEN code IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
  WHEN code IN ('CLF', 'UYW') THEN 4
  ELSE 2
END;
CREATE OR REPLACE FUNCTION audit_entry_hash(entry audit_entry) RETURNS bytea LANGUAGE sql STABLE
RETURN sha256((entry).previous_hash || convert_to(jsonb_build_array(
  (entry).sequence, (extract(epoch FROM (entry).at) * 1000000)::bigint, (entry).actor_id, (entry).actor_role,
  (entry).action, (entry).subject_type, (entry).subject_id, (entry).detail)::text, 'UTF8'));
ALTER FUNCTION require_approval() SET search_path = public, pg_temp;
ALTER FUNCTION require_approval_to_serve() SET search_path = public, pg_temp;
ALTER FUNCTION keep_decision() SET search_path = public, pg_temp;
ALTER FUNCTION withdraw_submissions() SET search_path = public, pg_temp;
ALTER FUNCTION refuse_change() SET search_path = public, pg_temp;

-- The interest that a person has in an application: `took_part` for anyone who was ever on its team, and so for anyone
-- who created it, uploaded, submitted or wrote as applicant, as only the team can; `invited` while an invitation to
-- their address can be accepted; null for no interest.
CREATE FUNCTION interest_in(application uuid, person uuid) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (
      SELECT FROM application_participant p WHERE p.application_id = application AND p.developer_id = person)
    THEN 'took_part'
    WHEN EXISTS (
      SELECT FROM application_invitation i JOIN developer d ON d.email = i.email
      WHERE i.application_id = application AND d.id = person
        AND i.used_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > clock_timestamp())
    THEN 'invited'
  END
$$;

-- Whether a person has decided on an application: on a submission, also when the decision was voided or was the first
-- of two approvals, or as an administrator who reinstated it or appointed its owner.
CREATE FUNCTION has_decided_on(application uuid, person uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
      SELECT FROM decision d JOIN submission s ON s.id = d.submission_id
      WHERE s.application_id = application AND d.reviewer_id = person)
    OR EXISTS (
      SELECT FROM audit_entry e
      WHERE e.subject_type = 'application' AND e.subject_id = application::text AND e.actor_id = person
        AND e.action IN ('application.reinstated', 'application.owner_appointed'))
$$;

-- No one decides on an application that they have an interest in, whatever the program does.
CREATE OR REPLACE FUNCTION refuse_own_decision() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF interest_in((SELECT s.application_id FROM submission s WHERE s.id = NEW.submission_id), NEW.reviewer_id) IS NOT NULL
  THEN
    RAISE EXCEPTION 'a reviewer never decides on an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_decision';
  END IF;
  RETURN NEW;
END $$;

-- No one joins a team after deciding on its application; everyone who joins is remembered.
CREATE FUNCTION join_team() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF has_decided_on(NEW.application_id, NEW.developer_id) THEN
    RAISE EXCEPTION 'no one joins the team of an application that they have decided on'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'decided_before_joining';
  END IF;
  INSERT INTO application_participant (application_id, developer_id, since)
    VALUES (NEW.application_id, NEW.developer_id, NEW.joined_at) ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER application_member_joins BEFORE INSERT OR UPDATE OF application_id, developer_id ON application_member
  FOR EACH ROW EXECUTE FUNCTION join_team();

-- Places of the past are in the record: who created, joined, left or was removed, took over, submitted or wrote.
INSERT INTO application_participant (application_id, developer_id, since)
  SELECT a.id, d.id, min(past.at)
  FROM (
    SELECT application_id::text AS application, developer_id::text AS person, joined_at AS at FROM application_member
    UNION ALL
    SELECT subject_id, actor_id::text, at FROM audit_entry
      WHERE subject_type = 'application'
        AND action IN ('application.created', 'application.member_joined', 'application.member_left')
    UNION ALL
    SELECT subject_id, detail->>'memberId', at FROM audit_entry
      WHERE subject_type = 'application'
        AND action IN ('application.member_removed', 'application.member_made_owner', 'application.handed_over',
                       'application.owner_appointed')
    UNION ALL
    SELECT detail->>'applicationId', actor_id::text, at FROM audit_entry
      WHERE subject_type = 'submission' AND action IN ('submission.submitted', 'submission.withdrawn')
    UNION ALL
    SELECT s.application_id::text, m.author_id::text, m.sent_at
      FROM submission_message m JOIN submission s ON s.id = m.submission_id WHERE m.author_role = 'developer'
  ) past
  JOIN application a ON a.id::text = past.application
  JOIN developer d ON d.id::text = past.person
  GROUP BY 1, 2;

-- A mail is the holder's of its address when they have had that address since before it was written. Any other may have
-- been an earlier holder's, and stays no one's.
UPDATE mail_message m SET developer_id = d.id
  FROM developer d
  LEFT JOIN LATERAL (
    SELECT max(e.at) AS at FROM audit_entry e
    WHERE e.subject_type = 'developer' AND e.subject_id = d.id::text AND e.action = 'developer.email_changed') moved ON true
  WHERE m.to_address = d.email AND m.created_at >= greatest(d.created_at, moved.at);

CREATE INDEX "mail_message_developer_id_idx" ON "mail_message"("developer_id");

-- A token lives five minutes at most, counted from one reading of the clock, and its end is only ever brought forward.
CREATE OR REPLACE FUNCTION mint_access_token(
  secret uuid, new_generation bigint, new_nonce bytea, new_key_id text, new_hash bytea, lifetime interval, alone boolean
) RETURNS SETOF timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  owner uuid;
  at timestamptz;
BEGIN
  SELECT a.id INTO owner
    FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE s.id = secret AND s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
      AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
    FOR SHARE OF s, a;
  IF NOT FOUND THEN RETURN; END IF;
  IF alone THEN
    UPDATE access_token t SET expires_at = clock_timestamp()
      WHERE t.application_id = owner AND t.expires_at > clock_timestamp()
        AND t.generation < new_generation;
  END IF;
  at := clock_timestamp();
  RETURN QUERY
    INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
    VALUES (owner, new_generation, new_nonce, new_key_id, new_hash, at, at + lifetime)
    ON CONFLICT DO NOTHING
    RETURNING t.expires_at;
END $$;

CREATE FUNCTION limit_token() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a token never lives longer than it was given'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'access_token_shortened';
  END IF;
  NEW.expires_at := NEW.issued_at + interval '5 minutes';
  RETURN NEW;
END $$;

-- From here on each statement holds a lock that gateways or writers of the record wait for, so they come last.

-- The interest of an administrator: the audit row of an act is in its transaction, so refusing the row refuses the act.
CREATE FUNCTION refuse_own_administration() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF interest_in(NEW.subject_id::uuid, NEW.actor_id) IS NOT NULL THEN
    RAISE EXCEPTION 'an administrator never decides on an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_administration';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entry_not_own BEFORE INSERT ON audit_entry FOR EACH ROW
  WHEN (NEW.action IN ('application.reinstated', 'application.owner_appointed'))
  EXECUTE FUNCTION refuse_own_administration();

-- Writers of the record take turns by locking a table that no process may touch. Any role can hold an advisory lock, and
-- so keep everyone else from writing. The new trigger above already holds off all writers until this is committed: none
-- of them takes the earlier lock while another takes this one.
CREATE TABLE "audit_turn" (
    "id" INTEGER NOT NULL,

    CONSTRAINT "audit_turn_pkey" PRIMARY KEY ("id")
);
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last audit_entry;
BEGIN
  LOCK TABLE audit_turn IN EXCLUSIVE MODE;
  SELECT * INTO last FROM audit_entry ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.previous_hash := coalesce(last.hash, '\x');
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;

-- Earlier versions read the clock twice, and gave microseconds more: a row that is written so is cut to five minutes,
-- then as well. All of this is one transaction, so adding the constraint unchecked and checking it afterwards would hold
-- the same lock for as long.
UPDATE access_token SET expires_at = issued_at + interval '5 minutes' WHERE expires_at > issued_at + interval '5 minutes';
ALTER TABLE "access_token"
  ADD CONSTRAINT "access_token_lifetime_check" CHECK ("expires_at" <= "issued_at" + interval '5 minutes');
CREATE TRIGGER access_token_limited BEFORE INSERT ON access_token FOR EACH ROW
  WHEN (NEW.expires_at > NEW.issued_at + interval '5 minutes') EXECUTE FUNCTION limit_token();
CREATE TRIGGER access_token_shortened BEFORE UPDATE ON access_token FOR EACH ROW
  WHEN (NEW.expires_at > OLD.expires_at OR NEW.issued_at > OLD.issued_at) EXECUTE FUNCTION limit_token();

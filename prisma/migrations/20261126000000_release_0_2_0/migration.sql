-- The schema of release 0.2.0, of which `replaces` lists the 50 migrations (decision 58). A database that recorded all of them
-- has this schema already, and only records this file.

SET check_function_bodies = off; -- functions come before the tables they use

CREATE TYPE account_access AS ENUM (
    'all',
    'listed'
);

CREATE TYPE account_status AS ENUM (
    'active',
    'suspended',
    'barred'
);

CREATE TYPE account_type AS ENUM (
    'customer',
    'retailer'
);

CREATE TYPE announcement_audience AS ENUM (
    'everyone',
    'sandbox',
    'production',
    'recent_callers'
);

CREATE TYPE announcement_kind AS ENUM (
    'maintenance',
    'incident',
    'change',
    'deprecation'
);

CREATE TYPE application_state AS ENUM (
    'draft',
    'in_validation',
    'changes_requested',
    'rejected',
    'activating',
    'active',
    'suspended',
    'deleted'
);

CREATE TYPE client_authentication AS ENUM (
    'client_secret',
    'private_key_jwt'
);

CREATE TYPE decision_outcome AS ENUM (
    'approved',
    'changes_requested',
    'rejected'
);

CREATE TYPE environment AS ENUM (
    'sandbox',
    'production'
);

CREATE TYPE limit_request_state AS ENUM (
    'open',
    'approved',
    'rejected',
    'withdrawn'
);

CREATE TYPE link_purpose AS ENUM (
    'activation',
    'password_reset',
    'email_change',
    'invitation',
    'email_undo',
    'known_browser'
);

CREATE TYPE mail_status AS ENUM (
    'queued',
    'sent',
    'failed'
);

CREATE TYPE network_request_state AS ENUM (
    'open',
    'approved',
    'rejected',
    'withdrawn'
);

CREATE TYPE organisation_state AS ENUM (
    'draft',
    'in_verification',
    'changes_requested',
    'rejected',
    'verified',
    'suspended',
    'closed'
);

CREATE TYPE rehearsal_requirement AS ENUM (
    'required',
    'advised',
    'off'
);

CREATE TYPE requirement_scope AS ENUM (
    'application',
    'organisation'
);

CREATE TYPE role AS ENUM (
    'developer',
    'reviewer',
    'administrator'
);

CREATE TYPE sign_up_approval AS ENUM (
    'waiting',
    'approved',
    'rejected'
);

CREATE TYPE submission_state AS ENUM (
    'draft',
    'in_validation',
    'changes_requested',
    'rejected',
    'approved',
    'withdrawn'
);

CREATE TYPE team_role AS ENUM (
    'owner',
    'member'
);

CREATE TABLE audit_entry (
    sequence bigint NOT NULL,
    at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    actor_id uuid,
    actor_role text NOT NULL,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL
);

CREATE FUNCTION audit_entry_hash(entry audit_entry) RETURNS bytea
    LANGUAGE sql STABLE
    RETURN sha256(((entry).previous_hash || convert_to((jsonb_build_array((entry).sequence, ((EXTRACT(epoch FROM (entry).at) * (1000000)::numeric))::bigint, (entry).actor_id, (entry).actor_role, (entry).action, (entry).subject_type, (entry).subject_id, (entry).detail))::text, 'UTF8'::name)));

CREATE FUNCTION chain_audit_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  last audit_entry;
BEGIN
  LOCK TABLE audit_turn IN EXCLUSIVE MODE;
  SELECT * INTO last FROM audit_entry ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.detail := commit_addresses(NEW.sequence, NEW.detail);
  NEW.previous_hash := coalesce(last.hash, '\x');
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;

CREATE FUNCTION change_test_accounts(applications uuid[], changes jsonb[]) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  results jsonb := '[]';
BEGIN
  PERFORM lock_test_accounts(applications);
  FOR i IN 1 .. cardinality(applications) LOOP
    results := results || jsonb_build_array(change_test_accounts_of(applications[i], changes[i]));
  END LOOP;
  RETURN results;
END $$;

CREATE FUNCTION change_test_accounts_of(owner uuid, change jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  kind text := change->>'kind';
  target bigint := (change->>'msisdn')::bigint;
  given jsonb := coalesce(change->'accounts', '[]');
  numbers bigint[] := ARRAY(SELECT (each->>'msisdn')::bigint FROM jsonb_array_elements(given) AS each);
  replaced boolean;
  accounts jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM application a WHERE a.id = owner AND a.environment = 'sandbox' AND a.state <> 'deleted') THEN
    RETURN '{"outcome": "no_application"}';
  END IF;

  IF kind IN ('create', 'put', 'import', 'fixture') THEN
    IF EXISTS (SELECT FROM wallet_account w WHERE w.environment = 'sandbox' AND w.msisdn = ANY (numbers)) THEN
      RETURN '{"outcome": "reserved"}';
    END IF;
    replaced := EXISTS (SELECT FROM test_account t WHERE t.application_id = owner AND t.msisdn = ANY (numbers));
    IF kind = 'create' AND replaced THEN RETURN '{"outcome": "exists"}'; END IF;
    IF kind = 'fixture' THEN
      DELETE FROM test_account t WHERE t.application_id = owner AND t.msisdn <> ALL (numbers);
    END IF;
    IF cardinality(numbers)
      + (SELECT count(*) FROM test_account t WHERE t.application_id = owner AND t.msisdn <> ALL (numbers)) > 100
    THEN
      RETURN '{"outcome": "too_many"}';
    END IF;
  ELSIF kind IN ('delete', 'reset', 'change') AND target IS NOT NULL
    AND NOT EXISTS (SELECT FROM test_account t WHERE t.application_id = owner AND t.msisdn = target)
  THEN
    IF target = 999000000000
      OR EXISTS (SELECT FROM wallet_account w WHERE w.environment = 'sandbox' AND w.msisdn = target)
    THEN
      RETURN '{"outcome": "reserved"}';
    END IF;
    RETURN '{"outcome": "not_found"}';
  END IF;

  IF kind = 'delete' THEN
    DELETE FROM test_account t WHERE t.application_id = owner AND t.msisdn = target;
  ELSIF kind = 'reset' THEN
    WITH reset AS (
      UPDATE test_account a SET
        type = v.type, status = v.status, currency = v.currency, balance = v.balance,
        frozen_balance = v."frozenBalance", simulated_delay_ms = 0, simulated_error = NULL,
        fault_calls = NULL, fault_until = NULL,
        as_of = CASE WHEN (a.currency, a.balance, a.frozen_balance)
          IS DISTINCT FROM (v.currency, v.balance, v."frozenBalance") THEN clock_timestamp() ELSE a.as_of END
      FROM test_account o, jsonb_to_record(o.original) AS v
        (type account_type, status account_status, currency text, balance numeric, "frozenBalance" numeric)
      WHERE a.application_id = owner AND (target IS NULL OR a.msisdn = target)
        AND (o.application_id, o.msisdn) = (a.application_id, a.msisdn)
      RETURNING a AS account, a.msisdn
    )
    SELECT jsonb_agg(describe_test_account(account) ORDER BY msisdn) INTO accounts FROM reset;
  ELSE
    MERGE INTO test_account a
    USING (
      SELECT v.*, each AS given, clock_timestamp() + make_interval(secs => v."faultSeconds") AS until
      FROM jsonb_array_elements(given) AS each, jsonb_to_record(each) AS v
        (msisdn bigint, type account_type, status account_status, currency text, balance numeric,
         "frozenBalance" numeric, "delayMs" int, error text, "faultCalls" int, "faultSeconds" int)
    ) AS v
    ON a.application_id = owner AND a.msisdn = v.msisdn
    WHEN MATCHED THEN UPDATE SET
      type = v.type, status = v.status, currency = v.currency, balance = v.balance,
      frozen_balance = v."frozenBalance", simulated_delay_ms = v."delayMs", simulated_error = v.error,
      fault_calls = v."faultCalls", fault_until = v.until,
      as_of = CASE WHEN (a.currency, a.balance, a.frozen_balance)
        IS DISTINCT FROM (v.currency, v.balance, v."frozenBalance") THEN clock_timestamp() ELSE a.as_of END,
      -- A change keeps what a reset restores.
      original = CASE WHEN kind = 'change' THEN a.original ELSE v.given END
    WHEN NOT MATCHED THEN
      INSERT (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of, simulated_delay_ms,
        simulated_error, fault_calls, fault_until, original)
      VALUES (owner, v.msisdn, v.type, v.status, v.currency, v.balance, v."frozenBalance", clock_timestamp(),
        v."delayMs", v.error, v."faultCalls", v.until, v.given);
  END IF;
  RETURN jsonb_build_object(
    'outcome', CASE WHEN kind = 'put' AND replaced THEN 'replaced' ELSE 'done' END,
    'accounts', coalesce(accounts, '[]'));
END $$;

CREATE FUNCTION commit_addresses(entry bigint, detail jsonb) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  part record;
  salt bytea;
BEGIN
  FOR part IN SELECT key AS name, value #>> '{}' AS text FROM jsonb_each(detail) WHERE has_address(value #>> '{}') LOOP
    salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    INSERT INTO audit_address (sequence, name, salt, value) VALUES (entry, part.name, salt, part.text);
    detail := detail || jsonb_build_object(part.name, jsonb_build_object(
      'commitment', encode(sha256(salt || convert_to(part.text, 'UTF8')), 'hex')));
  END LOOP;
  RETURN detail;
END $$;

CREATE FUNCTION count_networks(applications uuid[], days date[], networks text[], counts bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION count_rehearsal_calls(rehearsals uuid[]) RETURNS TABLE("position" integer, number integer, at double precision)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  each uuid;
  counted rehearsal;
  wanted integer;
  moment timestamptz;
  waits boolean := true;
  timeout text := current_setting('lock_timeout');
BEGIN
  FOR each, wanted IN SELECT id, count(*) FROM unnest(rehearsals) AS id GROUP BY id ORDER BY id LOOP
    SELECT * INTO counted FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL FOR NO KEY UPDATE SKIP LOCKED;
    IF counted.id IS NULL AND NOT EXISTS (SELECT FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL) THEN
      CONTINUE;
    END IF;
    IF counted.id IS NULL AND waits THEN
      BEGIN
        PERFORM set_config('lock_timeout', '50ms', true);
        SELECT * INTO counted FROM rehearsal r WHERE r.id = each AND r.ended_at IS NULL FOR NO KEY UPDATE;
        PERFORM set_config('lock_timeout', timeout, true);
        CONTINUE WHEN counted.id IS NULL;
      EXCEPTION WHEN lock_not_available THEN
        waits := false;
      END;
    END IF;
    IF counted.id IS NULL THEN
      RETURN QUERY
        SELECT q.place::integer, 0, 0::double precision
        FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place) WHERE q.id = each;
      CONTINUE;
    END IF;
    -- It never waits for a row while it holds another, as a suspension locks several in any order.
    waits := false;
    moment := clock_timestamp();
    IF counted.ends_at <= moment THEN
      UPDATE rehearsal r SET ended_at = r.ends_at, end_reason = 'time' WHERE r.id = each;
      CONTINUE;
    END IF;
    UPDATE rehearsal r SET
        calls = greatest(r.calls, least(r.calls + wanted, 2000)),
        counted_at = moment,
        ended_at = CASE WHEN r.calls + wanted > 2000 THEN moment END,
        end_reason = CASE WHEN r.calls + wanted > 2000 THEN 'calls' END
      WHERE r.id = each;
    RETURN QUERY
      SELECT q.place::integer, (counted.calls + row_number() OVER (ORDER BY q.place))::integer,
        (extract(epoch FROM moment) * 1000)::double precision
      FROM unnest(rehearsals) WITH ORDINALITY AS q (id, place)
      WHERE q.id = each ORDER BY q.place LIMIT greatest(2000 - counted.calls, 0);
  END LOOP;
END $$;

CREATE FUNCTION currency_decimals(code text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (code = ANY (ARRAY['BIF'::text, 'CLP'::text, 'DJF'::text, 'GNF'::text, 'ISK'::text, 'JPY'::text, 'KMF'::text, 'KRW'::text, 'PYG'::text, 'RWF'::text, 'UGX'::text, 'UYI'::text, 'VND'::text, 'VUV'::text, 'XAF'::text, 'XOF'::text, 'XPF'::text])) THEN 0 WHEN (code = ANY (ARRAY['BHD'::text, 'IQD'::text, 'JOD'::text, 'KWD'::text, 'LYD'::text, 'OMR'::text, 'TND'::text])) THEN 3 WHEN (code = ANY (ARRAY['CLF'::text, 'UYW'::text])) THEN 4 ELSE 2 END;

CREATE TABLE rehearsal (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    started_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    counted_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    end_reason text,
    finished_at timestamp(3) with time zone,
    report jsonb,
    CONSTRAINT rehearsal_calls_check CHECK ((calls >= 0)),
    CONSTRAINT rehearsal_duration_check CHECK ((ends_at <= (started_at + '24:00:00'::interval))),
    CONSTRAINT rehearsal_end_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
    CONSTRAINT rehearsal_end_reason_check CHECK ((end_reason = ANY (ARRAY['requested'::text, 'calls'::text, 'time'::text, 'stopped'::text]))),
    CONSTRAINT rehearsal_report_check CHECK ((((report IS NULL) = (finished_at IS NULL)) AND ((finished_at IS NULL) OR (ended_at IS NOT NULL))))
);

CREATE FUNCTION describe_rehearsal(r rehearsal) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$ SELECT describe_rehearsal(r, true) $$;

CREATE FUNCTION describe_rehearsal(r rehearsal, with_calls boolean) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
  SELECT jsonb_build_object(
    'id', r.id, 'applicationId', r.application_id, 'calls', r.calls, 'endReason', r.end_reason, 'report', r.report,
    'now', unix_ms(clock_timestamp()), 'startedAt', unix_ms(r.started_at), 'endsAt', unix_ms(r.ends_at),
    'countedAt', unix_ms(r.counted_at), 'endedAt', unix_ms(r.ended_at), 'finishedAt', unix_ms(r.finished_at),
    'requirements', coalesce((SELECT jsonb_object_agg(c.id, c.requirement) FROM rehearsal_case c), '{}'),
    'recorded', coalesce(CASE WHEN r.finished_at IS NULL AND with_calls THEN (
      SELECT jsonb_agg(jsonb_build_array(c.rehearsal_number, c.request_id, c.endpoint, c.status, c.error_code,
        substring(
          split_part(split_part(E'\n' || c.response, E'\n\n', 1), E'\nRetry-After: ', 2) FROM '^([0-9]{1,6})(?:\n|$)'
        )::integer, c.rehearsal_facts)
        ORDER BY c.rehearsal_number)
      FROM recent_call c WHERE c.rehearsal_id = r.id) END, '[]'))
$_$;

CREATE TABLE test_account (
    application_id uuid NOT NULL,
    msisdn bigint NOT NULL,
    type account_type NOT NULL,
    status account_status NOT NULL,
    currency text NOT NULL,
    balance numeric NOT NULL,
    frozen_balance numeric NOT NULL,
    as_of timestamp(3) with time zone NOT NULL,
    simulated_delay_ms integer DEFAULT 0 NOT NULL,
    simulated_error text,
    original jsonb NOT NULL,
    fault_calls integer,
    fault_until timestamp(3) with time zone,
    CONSTRAINT test_account_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT test_account_decimals_check CHECK (((scale(balance) = currency_decimals(currency)) AND (scale(frozen_balance) = currency_decimals(currency)))),
    CONSTRAINT test_account_delay_check CHECK ((simulated_delay_ms BETWEEN 0 AND 5000)),
    CONSTRAINT test_account_error_check CHECK ((simulated_error = ANY (ARRAY['unavailable'::text, 'quota_exceeded'::text, 'invalid_token'::text]))),
    CONSTRAINT test_account_fault_calls_check CHECK ((fault_calls > 0)),
    CONSTRAINT test_account_fault_end_check CHECK (((fault_calls IS NULL) OR (fault_until IS NULL))),
    CONSTRAINT test_account_frozen_check CHECK ((frozen_balance >= (0)::numeric)),
    CONSTRAINT test_account_msisdn_check CHECK (((msisdn BETWEEN 100000 AND '999999999999999'::bigint) AND (msisdn <> '999000000000'::bigint)))
);

CREATE FUNCTION describe_test_account(a test_account) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT jsonb_build_object(
    'msisdn', a.msisdn::text, 'type', a.type, 'status', a.status, 'currency', a.currency,
    'balance', a.balance::text, 'frozenBalance', a.frozen_balance::text,
    'delayMs', CASE WHEN a.fault_until <= clock_timestamp() THEN 0 ELSE a.simulated_delay_ms END,
    'error', CASE WHEN a.fault_until <= clock_timestamp() THEN NULL ELSE a.simulated_error END,
    'faultCalls', a.fault_calls,
    'faultSeconds', nullif(greatest(ceil(extract(epoch FROM a.fault_until - clock_timestamp())), 0), 0))
$$;

CREATE FUNCTION discard_replaced_document(discarded uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE document SET purged_at = replaced_at
    WHERE id = discarded AND replaced_at IS NOT NULL AND submitted_at IS NULL AND purged_at IS NULL;
  IF FOUND THEN
    DELETE FROM document_chunk WHERE document_id = discarded;
    RETURN true;
  END IF;
  RETURN false;
END $$;

CREATE FUNCTION drop_usage_partition(before timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
DECLARE
  name text;
  -- Not by least(), which passes over a NULL: nothing may go before anything was rolled up.
  done timestamptz := (SELECT CASE WHEN until < before THEN until ELSE before END FROM usage_rollup WHERE step = 'hour');
BEGIN
  SELECT c.relname INTO name
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz AS ends) bound
  WHERE i.inhparent = 'usage_minute'::regclass
    AND bound.ends <= done
  ORDER BY bound.ends LIMIT 1;
  IF name IS NOT NULL THEN
    EXECUTE format('DROP TABLE %I', name);
    RETURN name;
  END IF;
  DELETE FROM usage_minute_other WHERE ctid = ANY (ARRAY(SELECT ctid FROM usage_minute_other WHERE minute < done LIMIT 250));
  IF FOUND THEN RETURN 'usage_minute_other'; END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION end_break_glass() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.role = 'developer' OR NEW.deleted_at IS NOT NULL THEN
    NEW.break_glass := false;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION end_rehearsal(application uuid) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  ended rehearsal;
BEGIN
  PERFORM FROM application a WHERE a.id = end_rehearsal.application FOR NO KEY UPDATE;
  UPDATE rehearsal r SET
      ended_at = least(clock_timestamp(), r.ends_at),
      end_reason = CASE WHEN r.ends_at <= clock_timestamp() THEN 'time' ELSE 'requested' END
    WHERE r.application_id = end_rehearsal.application AND r.ended_at IS NULL
    RETURNING * INTO ended;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE application a SET rehearsal_id = NULL WHERE a.id = end_rehearsal.application;
  RETURN CASE WHEN ended.end_reason = 'requested' THEN ended.id END;
END $$;

CREATE FUNCTION end_rehearsal_by_program(application uuid) RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  ended uuid := end_rehearsal(application);
BEGIN
  IF ended IS NOT NULL THEN
    INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
    VALUES (NULL, 'system', 'rehearsal.ended', 'application', application::text,
      jsonb_build_object('rehearsalId', ended, 'reason', 'requested', 'byProgram', true));
  END IF;
  RETURN ended;
END $$;

CREATE FUNCTION enqueue_job(task text, payload jsonb, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, job_key text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM graphile_worker.add_job(identifier => task, payload => payload::json, run_at => run_at, job_key => job_key);
END $$;

CREATE FUNCTION forget_rights() RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT raise_rights(NULL, 1)
$$;

CREATE FUNCTION has_address(content text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN ((content ~ '[^\s@]+@[^\s@]+\.[^\s@]+'::text) OR (content ~ '\y(\d{1,3}\.){3}\d{1,3}\y'::text) OR (content ~* '(?<![[:alnum:]:])(([\da-f]{1,4}:){7}[\da-f]{1,4}|([\da-f]{1,4}(:[\da-f]{1,4})*)?::([\da-f]{1,4}(:[\da-f]{1,4})*)?)(?![[:alnum:]:])'::text));

CREATE FUNCTION has_decided_on(subject uuid, person uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  WITH concerned AS (
    SELECT subject AS id
    UNION SELECT a.organisation_id FROM application a WHERE a.id = subject AND a.organisation_id IS NOT NULL
    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)
  SELECT EXISTS (
      SELECT FROM decision d JOIN submission s ON s.id = d.submission_id
      WHERE d.reviewer_id = person
        AND (s.application_id IN (SELECT id FROM concerned) OR s.organisation_id IN (SELECT id FROM concerned)))
    OR EXISTS (
      SELECT FROM limit_request l WHERE l.application_id IN (SELECT id FROM concerned) AND l.decided_by_id = person)
    OR EXISTS (
      SELECT FROM network_request n WHERE n.application_id IN (SELECT id FROM concerned) AND n.decided_by_id = person)
    OR EXISTS (
      SELECT FROM audit_entry e
      WHERE e.subject_type IN ('application', 'organisation') AND e.subject_id IN (SELECT id::text FROM concerned)
        AND e.actor_id = person AND e.action IN ('application.reinstated', 'application.owner_appointed',
          'application.limit_changed', 'application.access_changed', 'organisation.reinstated',
          'organisation.owner_appointed'))
$$;

CREATE FUNCTION inherit_suspension() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  SELECT suspended_at IS NOT NULL INTO NEW.owner_suspended FROM developer WHERE id = NEW.developer_id FOR SHARE;
  NEW.owner_suspended := coalesce(NEW.owner_suspended, false);
  RETURN NEW;
END $$;

CREATE FUNCTION interest_in(subject uuid, person uuid) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  WITH concerned AS (
    SELECT subject AS id
    UNION SELECT a.organisation_id FROM application a WHERE a.id = subject AND a.organisation_id IS NOT NULL
    UNION SELECT a.id FROM application a WHERE a.organisation_id = subject)
  SELECT CASE
    WHEN EXISTS (
      SELECT FROM application_participant p WHERE p.developer_id = person
        AND (p.application_id IN (SELECT id FROM concerned) OR p.organisation_id IN (SELECT id FROM concerned)))
    THEN 'took_part'
    WHEN EXISTS (
      SELECT FROM application_invitation i JOIN developer d ON d.email = i.email
      WHERE d.id = person AND i.used_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > clock_timestamp()
        AND (i.application_id IN (SELECT id FROM concerned) OR i.organisation_id IN (SELECT id FROM concerned)))
    THEN 'invited'
  END
$$;

CREATE FUNCTION join_team() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF has_decided_on(coalesce(NEW.application_id, NEW.organisation_id), NEW.developer_id) THEN
    RAISE EXCEPTION 'no one joins the team of an application that they have decided on'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'decided_before_joining';
  END IF;
  INSERT INTO application_participant (application_id, organisation_id, developer_id, since)
    VALUES (NEW.application_id, NEW.organisation_id, NEW.developer_id, NEW.joined_at) ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_activation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.activated_at IS NOT NULL AND NEW.activated_at IS DISTINCT FROM OLD.activated_at THEN
    RAISE EXCEPTION 'an account is activated once'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'developer_activated_once';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_administrator() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.role <> 'administrator' OR OLD.activated_at IS NULL OR OLD.suspended_at IS NOT NULL OR OLD.deleted_at IS NOT NULL
  THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.role = 'administrator' AND NEW.activated_at IS NOT NULL AND NEW.suspended_at IS NULL
     AND NEW.deleted_at IS NULL
  THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('last_administrator'));
  IF NOT EXISTS (
    SELECT FROM developer
    WHERE id <> OLD.id AND role = 'administrator' AND activated_at IS NOT NULL AND suspended_at IS NULL
      AND deleted_at IS NULL)
  THEN
    RAISE EXCEPTION 'the last administrator stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE FUNCTION keep_announcement() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL
    OR (NEW.id, NEW.kind, NEW.audience, NEW.endpoint, NEW.published_by_id, NEW.published_at)
      IS DISTINCT FROM (OLD.id, OLD.kind, OLD.audience, OLD.endpoint, OLD.published_by_id, OLD.published_at)
  THEN
    RAISE EXCEPTION 'an announcement keeps its kind and audience, and stays withdrawn'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'announcement_kept';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_decision() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.voided_at IS NOT NULL OR to_jsonb(NEW) - 'voided_at' <> to_jsonb(OLD) - 'voided_at' THEN
    RAISE EXCEPTION 'a decision is never rewritten' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_finished_rehearsal() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'a finished rehearsal never changes';
END $$;

CREATE FUNCTION keep_limit_request() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION keep_network_request() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION keep_organisation_owner(subject uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM FROM organisation o WHERE o.id = subject AND o.state <> 'closed' FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (
    SELECT FROM application_member m WHERE m.organisation_id = subject AND m.role = 'owner')
  THEN
    RAISE EXCEPTION 'an organisation has an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_owner';
  END IF;
  PERFORM settle_owner(a.id) FROM (
    SELECT id FROM application WHERE organisation_id = subject ORDER BY id) a;
END $$;

CREATE FUNCTION keep_owner() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.application_id IS NOT NULL THEN PERFORM settle_owner(OLD.application_id);
  ELSE PERFORM keep_organisation_owner(OLD.organisation_id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_submitted_at() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'a document that reviewers got stays on record' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION keep_terms() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'published terms do not change' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION limit_token() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a token never lives longer than it was given'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'access_token_shortened';
  END IF;
  NEW.expires_at := NEW.issued_at + interval '5 minutes';
  RETURN NEW;
END $$;

CREATE FUNCTION lock_test_accounts(applications uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  lock_key bigint;
BEGIN
  FOR lock_key IN
    SELECT DISTINCT hashtextextended('test_account' || id, 0) AS k FROM unnest(applications) AS id ORDER BY k
  LOOP
    PERFORM pg_advisory_xact_lock(lock_key);
  END LOOP;
END $$;

CREATE FUNCTION mark_submitted_documents() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE document SET submitted_at = coalesce(NEW.submitted_at, now())
    WHERE submission_id = NEW.id AND replaced_at IS NULL AND submitted_at IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION mint_access_token(secret uuid, new_generation bigint, new_nonce bytea, new_key_id text, new_hash bytea, lifetime interval, alone boolean) RETURNS SETOF timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  owner uuid;
  at timestamptz;
BEGIN
  SELECT a.id INTO owner
    FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE s.id = secret AND s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
      AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
    FOR SHARE OF s, a;
  IF NOT FOUND THEN
    SELECT a.id INTO owner
      FROM application a
      WHERE a.id = (SELECT k.application_id FROM client_key k WHERE k.id = secret)
        AND a.client_authentication = 'private_key_jwt'
        AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
      FOR SHARE OF a;
    -- In a statement of its own, which sees what was committed while the lock was awaited.
    IF NOT FOUND OR NOT EXISTS (SELECT FROM client_key k WHERE k.id = secret) THEN RETURN; END IF;
  END IF;
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

CREATE FUNCTION mint_access_tokens(secrets uuid[], new_generations bigint[], new_nonces bytea[], new_key_ids text[], new_hashes bytea[], lifetime interval) RETURNS TABLE(at_position bigint, minted boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  RETURN QUERY
    WITH free AS MATERIALIZED (
      SELECT q.position, a.id AS owner, q.generation, q.nonce, q.key_id, q.hash
      FROM unnest(secrets, new_generations, new_nonces, new_key_ids, new_hashes) WITH ORDINALITY
        AS q (secret, generation, nonce, key_id, hash, position)
      JOIN client_secret s ON s.id = q.secret
      JOIN application a ON a.id = s.application_id
      WHERE s.revoked_at IS NULL AND (s.retires_at IS NULL OR s.retires_at > clock_timestamp())
        AND a.state IN ('active', 'activating') AND NOT a.owner_suspended
      FOR SHARE OF s, a SKIP LOCKED
    ), inserted AS (
      INSERT INTO access_token AS t (application_id, generation, nonce, key_id, token_hash, issued_at, expires_at)
      SELECT owner, generation, nonce, key_id, hash, at, at + lifetime FROM free ORDER BY owner
      ON CONFLICT DO NOTHING
      RETURNING t.token_hash
    )
    SELECT f.position, i.token_hash IS NOT NULL FROM free f LEFT JOIN inserted i ON i.token_hash = f.hash;
END $$;

CREATE FUNCTION miss_rehearsal_call(missed uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE rehearsal SET calls = calls + 1, counted_at = clock_timestamp() WHERE id = missed AND finished_at IS NULL;
END $$;

CREATE FUNCTION move_into_organisation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (
    SELECT FROM application_member m
    WHERE m.organisation_id = NEW.organisation_id AND has_decided_on(NEW.id, m.developer_id)
      OR m.application_id = NEW.id AND has_decided_on(NEW.organisation_id, m.developer_id))
  THEN
    RAISE EXCEPTION 'no one joins the team of an application that they have decided on'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'decided_before_joining';
  END IF;
  INSERT INTO application_participant (application_id, developer_id, since)
    SELECT NEW.id, p.developer_id, p.since FROM application_participant p
    WHERE p.organisation_id = OLD.organisation_id ON CONFLICT DO NOTHING;
  PERFORM settle_owner(NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION note_rights_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM forget_rights();
  ELSE
    PERFORM raise_rights(id, 1000) FROM (
      SELECT DISTINCT (side ->> TG_ARGV[0])::uuid FROM unnest(ARRAY[to_jsonb(OLD), to_jsonb(NEW)]) AS side
      WHERE side IS NOT NULL
    ) AS changed (id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION own_application() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.organisation_id IS NULL THEN
    INSERT INTO application_member (application_id, developer_id, role, joined_at)
      VALUES (NEW.id, NEW.developer_id, 'owner', NEW.created_at);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION prepare_usage_partitions(ahead integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
DECLARE
  most_moved CONSTANT integer := 1000;
  first timestamptz := date_trunc('day', now(), 'UTC');
  begins timestamptz;
  name text;
  made integer := 0;
BEGIN
  FOR n IN 0..least(ahead, 14) LOOP
    begins := first + n * interval '24 hours';
    name := 'usage_minute_' || to_char(begins AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    -- A day of which more lies beside stays there, and is removed in pieces when it is old.
    CONTINUE WHEN (SELECT count(*) FROM (SELECT FROM usage_minute_other
      WHERE minute >= begins AND minute < begins + interval '24 hours' LIMIT most_moved + 1) found) > most_moved;
    BEGIN
      EXECUTE format('CREATE TABLE %I (LIKE usage_minute INCLUDING ALL)', name);
      LOCK TABLE usage_minute_other IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('WITH moved AS (DELETE FROM usage_minute_other WHERE minute >= %L AND minute < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', begins, begins + interval '24 hours', name);
      EXECUTE format('ALTER TABLE usage_minute ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins,
        begins + interval '24 hours');
      made := made + 1;
    EXCEPTION WHEN invalid_object_definition THEN
      -- The first partition reaches this far: undone, and there is nothing to make.
      NULL;
    END;
  END LOOP;
  RETURN made;
END $$;

CREATE FUNCTION prune_unactivated(most integer) RETURNS SETOF uuid
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  DELETE FROM developer WHERE id IN (
    SELECT id FROM developer unused
    WHERE activated_at IS NULL AND suspended_at IS NULL AND created_at < now() - interval '7 days'
      AND NOT EXISTS (SELECT FROM email_link WHERE developer_id = unused.id)
      AND NOT EXISTS (SELECT FROM application_member WHERE developer_id = unused.id)
    ORDER BY created_at LIMIT most FOR UPDATE SKIP LOCKED)
  RETURNING id
$$;

CREATE FUNCTION queue_finishing() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM enqueue_job('finish-rehearsals', '{}', clock_timestamp() + interval '3 seconds', 'finish-rehearsal-' || NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION raise_rights(application uuid, kept integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  last rights_counter;
BEGIN
  UPDATE rights_counter SET number = number + 1, mark = gen_random_uuid() RETURNING * INTO STRICT last;
  INSERT INTO rights_change (number, mark, application_id) VALUES (last.number, last.mark, application);
  DELETE FROM rights_change WHERE number <= last.number - kept;
END $$;

CREATE FUNCTION read_rehearsal(application uuid) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT describe_rehearsal(r) FROM rehearsal r
  WHERE r.application_id = read_rehearsal.application ORDER BY r.started_at DESC, r.id DESC LIMIT 1
$$;

CREATE FUNCTION read_rehearsal(application uuid, known text) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT describe_rehearsal(latest.rehearsal, latest.version IS DISTINCT FROM known)
    || jsonb_build_object('version', latest.version)
  FROM (
    SELECT r AS rehearsal,
      concat(r.id, ' ', (SELECT count(*) FROM recent_call c WHERE c.rehearsal_id = r.id)) AS version
    FROM rehearsal r
    WHERE r.application_id = read_rehearsal.application ORDER BY r.started_at DESC, r.id DESC LIMIT 1
  ) AS latest
$$;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION refuse_link_use() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF OLD.used_at IS NOT NULL OR NEW.used_at IS NULL THEN
    RETURN NEW;
  END IF;
  IF OLD.cancelled_at IS NOT NULL OR NOT EXISTS (
    SELECT FROM developer
    WHERE id = NEW.developer_id AND suspended_at IS NULL AND deleted_at IS NULL
      AND CASE NEW.purpose::text
            WHEN 'activation' THEN activated_at IS NULL
            WHEN 'invitation' THEN true
            ELSE activated_at IS NOT NULL
          END)
  THEN
    RAISE EXCEPTION 'this account cannot use this link'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'email_link_fits_account';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_own_administration() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF interest_in(NEW.subject_id::uuid, NEW.actor_id) IS NOT NULL THEN
    RAISE EXCEPTION 'an administrator never decides on an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_administration';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_own_decision() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF interest_in((SELECT coalesce(s.application_id, s.organisation_id) FROM submission s WHERE s.id = NEW.submission_id),
                 NEW.reviewer_id) IS NOT NULL
  THEN
    RAISE EXCEPTION 'a reviewer never decides on an application of their own'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'own_decision';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION require_approval() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF (SELECT environment FROM application WHERE id = NEW.application_id) = 'production'
     AND NEW.revoked_at IS NULL
     AND NOT EXISTS (
       SELECT FROM decision JOIN submission ON submission.id = decision.submission_id
       WHERE submission.application_id = NEW.application_id
         AND decision.outcome = 'approved' AND decision.final AND decision.voided_at IS NULL)
  THEN
    RAISE EXCEPTION 'a Production secret needs an approval on record' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION require_approval_to_serve() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.environment = 'production' AND NEW.state IN ('activating', 'active')
     AND NOT EXISTS (
       SELECT FROM decision JOIN submission ON submission.id = decision.submission_id
       WHERE submission.application_id = NEW.id
         AND decision.outcome = 'approved' AND decision.final AND decision.voided_at IS NULL)
  THEN
    RAISE EXCEPTION 'a Production application needs an approval on record to serve' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION require_way_in() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (
    SELECT FROM developer d WHERE d.id = NEW.id AND d.activated_at IS NOT NULL AND d.password_hash IS NULL
      AND d.deleted_at IS NULL AND NOT EXISTS (SELECT FROM sign_in_identity WHERE developer_id = d.id))
  THEN
    RAISE EXCEPTION 'an activated account has a password or an identity'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'developer_activated_check';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION settle_organisation() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM settle_owner(a.id) FROM (SELECT id FROM application WHERE organisation_id = NEW.id ORDER BY id) a;
  RETURN NULL;
END $$;

CREATE FUNCTION settle_owner(application_id uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  app application;
  named uuid;
BEGIN
  SELECT * INTO app FROM application a WHERE a.id = settle_owner.application_id FOR NO KEY UPDATE;
  IF NOT FOUND OR app.state = 'deleted' THEN RETURN; END IF;
  SELECT m.developer_id INTO named FROM application_team m JOIN developer d ON d.id = m.developer_id
    WHERE m.application_id = app.id AND m.role = 'owner'
    ORDER BY m.developer_id <> app.developer_id, d.suspended_at IS NOT NULL, m.joined_at, m.developer_id LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an application has an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_owner';
  END IF;
  IF named <> app.developer_id THEN
    -- The key of the form that created it was the previous owner's: it must not meet one of the new owner's.
    UPDATE application a SET developer_id = named, request_key = gen_random_uuid() WHERE a.id = app.id;
  END IF;
  UPDATE application a SET owner_suspended = NOT a.owner_suspended WHERE a.id = app.id AND a.owner_suspended = (
    EXISTS (
      SELECT FROM application_team m JOIN developer d ON d.id = m.developer_id
      WHERE m.application_id = app.id AND m.role = 'owner' AND d.suspended_at IS NULL)
    AND NOT EXISTS (SELECT FROM organisation o WHERE o.id = app.organisation_id AND o.state = 'suspended'));
END $$;

CREATE FUNCTION sort_staged_accounts() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO staged_account SELECT * FROM staged_line ORDER BY msisdn, line;
  DROP TABLE staged_line;
  CREATE INDEX staged_account_msisdn ON staged_account (msisdn, line);
  ANALYZE staged_account;
END $$;

CREATE FUNCTION stage_accounts() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  CREATE TEMPORARY TABLE staged_line (
    line integer NOT NULL, msisdn bigint NOT NULL, type account_type NOT NULL, status account_status NOT NULL,
    currency text NOT NULL, balance numeric NOT NULL, frozen_balance numeric NOT NULL
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE staged_account (LIKE staged_line) ON COMMIT DROP;
  CREATE TEMPORARY TABLE staged_duplicate (line integer NOT NULL, first integer NOT NULL) ON COMMIT DROP;
  CREATE TEMPORARY TABLE missing_account (msisdn bigint NOT NULL) ON COMMIT DROP;
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON staged_line, staged_account, staged_duplicate, missing_account TO %I',
    session_user);
END $$;

CREATE FUNCTION start_rehearsal(application uuid, rehearsal uuid) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM FROM application a
    WHERE a.id = start_rehearsal.application AND a.environment = 'sandbox' AND a.state = 'active' AND NOT a.owner_suspended
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'no_application'; END IF;
  UPDATE rehearsal r SET ended_at = r.ends_at, end_reason = 'time'
    WHERE r.application_id = start_rehearsal.application AND r.ended_at IS NULL AND r.ends_at <= clock_timestamp();
  IF EXISTS (SELECT FROM rehearsal r WHERE r.application_id = start_rehearsal.application AND r.ended_at IS NULL) THEN
    RETURN 'running';
  END IF;
  INSERT INTO rehearsal (id, application_id, started_at, ends_at)
    SELECT start_rehearsal.rehearsal, start_rehearsal.application, at, at + interval '24 hours'
    FROM date_trunc('milliseconds', clock_timestamp()) AS at;
  UPDATE application a SET rehearsal_id = start_rehearsal.rehearsal WHERE a.id = start_rehearsal.application;
  RETURN 'started';
END $$;

CREATE FUNCTION start_rehearsal_by_program(application uuid, rehearsal uuid) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  outcome text := start_rehearsal(application, rehearsal);
BEGIN
  IF outcome = 'started' THEN
    INSERT INTO audit_entry (actor_id, actor_role, action, subject_type, subject_id, detail)
    VALUES (NULL, 'system', 'rehearsal.started', 'application', application::text,
      jsonb_build_object('rehearsalId', rehearsal, 'byProgram', true));
  END IF;
  RETURN outcome;
END $$;

CREATE FUNCTION stop_rehearsal() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE rehearsal SET ended_at = least(clock_timestamp(), ends_at), end_reason = 'stopped'
    WHERE application_id = NEW.id AND ended_at IS NULL;
  NEW.rehearsal_id := NULL;
  RETURN NEW;
END $$;

CREATE FUNCTION sum_codes(counts jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT jsonb_object_agg(sums.code, sums.calls) AS jsonb_object_agg FROM (SELECT each.code, sum((each.calls)::bigint) AS calls FROM jsonb_array_elements(sum_codes.counts) one(value), LATERAL jsonb_each_text(one.value) each(code, calls) GROUP BY each.code) sums);

CREATE FUNCTION take_test_account_faults(applications uuid[], msisdns bigint[]) RETURNS TABLE("position" integer, delay_ms integer, error text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  calls integer;
BEGIN
  PERFORM lock_test_accounts(applications);
  FOR i IN 1 .. cardinality(applications) LOOP
    SELECT i, t.simulated_delay_ms, t.simulated_error, t.fault_calls INTO "position", delay_ms, error, calls
      FROM test_account t
      WHERE t.application_id = applications[i] AND t.msisdn = msisdns[i] AND t.fault_calls IS NOT NULL;
    CONTINUE WHEN NOT FOUND;
    UPDATE test_account t SET
        fault_calls = nullif(calls - 1, 0),
        simulated_delay_ms = CASE WHEN calls > 1 THEN t.simulated_delay_ms ELSE 0 END,
        simulated_error = CASE WHEN calls > 1 THEN t.simulated_error END
      WHERE t.application_id = applications[i] AND t.msisdn = msisdns[i];
    RETURN NEXT;
  END LOOP;
END $$;

CREATE FUNCTION unix_ms(at timestamp with time zone) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$ SELECT floor(extract(epoch FROM at) * 1000)::bigint $$;

CREATE TABLE usage_day (
    application_id uuid NOT NULL,
    day timestamp(0) with time zone NOT NULL,
    endpoint text NOT NULL,
    succeeded bigint NOT NULL,
    refused bigint NOT NULL,
    limited bigint NOT NULL,
    failed bigint NOT NULL,
    latency_le_5 bigint NOT NULL,
    latency_le_10 bigint NOT NULL,
    latency_le_25 bigint NOT NULL,
    latency_le_50 bigint NOT NULL,
    latency_le_100 bigint NOT NULL,
    latency_le_250 bigint NOT NULL,
    latency_le_1000 bigint NOT NULL,
    latency_over_1000 bigint NOT NULL,
    tokens_minted bigint NOT NULL,
    tokens_reused bigint NOT NULL,
    latency_le_1 bigint DEFAULT 0 NOT NULL,
    latency_le_2 bigint DEFAULT 0 NOT NULL,
    latency_le_3 bigint DEFAULT 0 NOT NULL,
    latency_le_7 bigint DEFAULT 0 NOT NULL,
    latency_le_15 bigint DEFAULT 0 NOT NULL,
    latency_le_35 bigint DEFAULT 0 NOT NULL,
    latency_le_70 bigint DEFAULT 0 NOT NULL,
    latency_le_150 bigint DEFAULT 0 NOT NULL,
    latency_le_500 bigint DEFAULT 0 NOT NULL,
    latency_le_700 bigint DEFAULT 0 NOT NULL,
    latency_le_2000 bigint DEFAULT 0 NOT NULL,
    latency_le_5000 bigint DEFAULT 0 NOT NULL,
    codes jsonb
);

CREATE TABLE usage_hour (
    application_id uuid NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    endpoint text NOT NULL,
    succeeded bigint NOT NULL,
    refused bigint NOT NULL,
    limited bigint NOT NULL,
    failed bigint NOT NULL,
    latency_le_5 bigint NOT NULL,
    latency_le_10 bigint NOT NULL,
    latency_le_25 bigint NOT NULL,
    latency_le_50 bigint NOT NULL,
    latency_le_100 bigint NOT NULL,
    latency_le_250 bigint NOT NULL,
    latency_le_1000 bigint NOT NULL,
    latency_over_1000 bigint NOT NULL,
    tokens_minted bigint NOT NULL,
    tokens_reused bigint NOT NULL,
    latency_le_1 bigint DEFAULT 0 NOT NULL,
    latency_le_2 bigint DEFAULT 0 NOT NULL,
    latency_le_3 bigint DEFAULT 0 NOT NULL,
    latency_le_7 bigint DEFAULT 0 NOT NULL,
    latency_le_15 bigint DEFAULT 0 NOT NULL,
    latency_le_35 bigint DEFAULT 0 NOT NULL,
    latency_le_70 bigint DEFAULT 0 NOT NULL,
    latency_le_150 bigint DEFAULT 0 NOT NULL,
    latency_le_500 bigint DEFAULT 0 NOT NULL,
    latency_le_700 bigint DEFAULT 0 NOT NULL,
    latency_le_2000 bigint DEFAULT 0 NOT NULL,
    latency_le_5000 bigint DEFAULT 0 NOT NULL,
    codes jsonb
);

CREATE TABLE usage_minute (
    application_id uuid NOT NULL,
    minute timestamp(0) with time zone NOT NULL,
    endpoint text NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    limited integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    latency_le_5 integer DEFAULT 0 NOT NULL,
    latency_le_10 integer DEFAULT 0 NOT NULL,
    latency_le_25 integer DEFAULT 0 NOT NULL,
    latency_le_50 integer DEFAULT 0 NOT NULL,
    latency_le_100 integer DEFAULT 0 NOT NULL,
    latency_le_250 integer DEFAULT 0 NOT NULL,
    latency_le_1000 integer DEFAULT 0 NOT NULL,
    latency_over_1000 integer DEFAULT 0 NOT NULL,
    tokens_minted integer DEFAULT 0 NOT NULL,
    tokens_reused integer DEFAULT 0 NOT NULL,
    latency_le_1 integer DEFAULT 0 NOT NULL,
    latency_le_2 integer DEFAULT 0 NOT NULL,
    latency_le_3 integer DEFAULT 0 NOT NULL,
    latency_le_7 integer DEFAULT 0 NOT NULL,
    latency_le_15 integer DEFAULT 0 NOT NULL,
    latency_le_35 integer DEFAULT 0 NOT NULL,
    latency_le_70 integer DEFAULT 0 NOT NULL,
    latency_le_150 integer DEFAULT 0 NOT NULL,
    latency_le_500 integer DEFAULT 0 NOT NULL,
    latency_le_700 integer DEFAULT 0 NOT NULL,
    latency_le_2000 integer DEFAULT 0 NOT NULL,
    latency_le_5000 integer DEFAULT 0 NOT NULL,
    codes jsonb
)
PARTITION BY RANGE (minute);

CREATE TABLE usage_rollup (
    step text NOT NULL,
    until timestamp(0) with time zone NOT NULL,
    CONSTRAINT usage_rollup_step_check CHECK ((step = ANY (ARRAY['hour'::text, 'day'::text])))
);

CREATE VIEW usage_history AS
 SELECT usage_minute.application_id,
    usage_minute.minute,
    usage_minute.endpoint,
    (usage_minute.succeeded)::bigint AS succeeded,
    (usage_minute.refused)::bigint AS refused,
    (usage_minute.limited)::bigint AS limited,
    (usage_minute.failed)::bigint AS failed,
    (usage_minute.latency_le_5)::bigint AS latency_le_5,
    (usage_minute.latency_le_10)::bigint AS latency_le_10,
    (usage_minute.latency_le_25)::bigint AS latency_le_25,
    (usage_minute.latency_le_50)::bigint AS latency_le_50,
    (usage_minute.latency_le_100)::bigint AS latency_le_100,
    (usage_minute.latency_le_250)::bigint AS latency_le_250,
    (usage_minute.latency_le_1000)::bigint AS latency_le_1000,
    (usage_minute.latency_over_1000)::bigint AS latency_over_1000,
    (usage_minute.tokens_minted)::bigint AS tokens_minted,
    (usage_minute.tokens_reused)::bigint AS tokens_reused,
    (usage_minute.latency_le_1)::bigint AS latency_le_1,
    (usage_minute.latency_le_2)::bigint AS latency_le_2,
    (usage_minute.latency_le_3)::bigint AS latency_le_3,
    (usage_minute.latency_le_7)::bigint AS latency_le_7,
    (usage_minute.latency_le_15)::bigint AS latency_le_15,
    (usage_minute.latency_le_35)::bigint AS latency_le_35,
    (usage_minute.latency_le_70)::bigint AS latency_le_70,
    (usage_minute.latency_le_150)::bigint AS latency_le_150,
    (usage_minute.latency_le_500)::bigint AS latency_le_500,
    (usage_minute.latency_le_700)::bigint AS latency_le_700,
    (usage_minute.latency_le_2000)::bigint AS latency_le_2000,
    (usage_minute.latency_le_5000)::bigint AS latency_le_5000,
    usage_minute.codes
   FROM usage_minute
  WHERE (usage_minute.minute >= COALESCE(( SELECT usage_rollup.until
           FROM usage_rollup
          WHERE (usage_rollup.step = 'hour'::text)), '-infinity'::timestamp with time zone))
UNION ALL
 SELECT usage_hour.application_id,
    usage_hour.hour AS minute,
    usage_hour.endpoint,
    usage_hour.succeeded,
    usage_hour.refused,
    usage_hour.limited,
    usage_hour.failed,
    usage_hour.latency_le_5,
    usage_hour.latency_le_10,
    usage_hour.latency_le_25,
    usage_hour.latency_le_50,
    usage_hour.latency_le_100,
    usage_hour.latency_le_250,
    usage_hour.latency_le_1000,
    usage_hour.latency_over_1000,
    usage_hour.tokens_minted,
    usage_hour.tokens_reused,
    usage_hour.latency_le_1,
    usage_hour.latency_le_2,
    usage_hour.latency_le_3,
    usage_hour.latency_le_7,
    usage_hour.latency_le_15,
    usage_hour.latency_le_35,
    usage_hour.latency_le_70,
    usage_hour.latency_le_150,
    usage_hour.latency_le_500,
    usage_hour.latency_le_700,
    usage_hour.latency_le_2000,
    usage_hour.latency_le_5000,
    usage_hour.codes
   FROM usage_hour
  WHERE ((usage_hour.hour < ( SELECT usage_rollup.until
           FROM usage_rollup
          WHERE (usage_rollup.step = 'hour'::text))) AND (usage_hour.hour >= COALESCE(( SELECT usage_rollup.until
           FROM usage_rollup
          WHERE (usage_rollup.step = 'day'::text)), '-infinity'::timestamp with time zone)))
UNION ALL
 SELECT usage_day.application_id,
    usage_day.day AS minute,
    usage_day.endpoint,
    usage_day.succeeded,
    usage_day.refused,
    usage_day.limited,
    usage_day.failed,
    usage_day.latency_le_5,
    usage_day.latency_le_10,
    usage_day.latency_le_25,
    usage_day.latency_le_50,
    usage_day.latency_le_100,
    usage_day.latency_le_250,
    usage_day.latency_le_1000,
    usage_day.latency_over_1000,
    usage_day.tokens_minted,
    usage_day.tokens_reused,
    usage_day.latency_le_1,
    usage_day.latency_le_2,
    usage_day.latency_le_3,
    usage_day.latency_le_7,
    usage_day.latency_le_15,
    usage_day.latency_le_35,
    usage_day.latency_le_70,
    usage_day.latency_le_150,
    usage_day.latency_le_500,
    usage_day.latency_le_700,
    usage_day.latency_le_2000,
    usage_day.latency_le_5000,
    usage_day.codes
   FROM usage_day
  WHERE (usage_day.day < ( SELECT usage_rollup.until
           FROM usage_rollup
          WHERE (usage_rollup.step = 'day'::text)));

CREATE FUNCTION usage_of(applications uuid[], since timestamp with time zone, before timestamp with time zone) RETURNS SETOF usage_history
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
DECLARE
  hours timestamptz := coalesce((SELECT until FROM usage_rollup WHERE step = 'hour'), '-infinity');
  days timestamptz := coalesce((SELECT until FROM usage_rollup WHERE step = 'day'), '-infinity');
BEGIN
  RETURN QUERY
    SELECT application_id, minute, endpoint, succeeded::bigint, refused::bigint, limited::bigint, failed::bigint, latency_le_5::bigint,
           latency_le_10::bigint, latency_le_25::bigint, latency_le_50::bigint, latency_le_100::bigint,
           latency_le_250::bigint, latency_le_1000::bigint, latency_over_1000::bigint, tokens_minted::bigint,
           tokens_reused::bigint,
           latency_le_1::bigint, latency_le_2::bigint, latency_le_3::bigint, latency_le_7::bigint,
           latency_le_15::bigint, latency_le_35::bigint, latency_le_70::bigint, latency_le_150::bigint,
           latency_le_500::bigint, latency_le_700::bigint, latency_le_2000::bigint, latency_le_5000::bigint, codes
    FROM usage_minute
    WHERE application_id = ANY (applications) AND minute >= greatest(since, hours) AND minute < before;
  RETURN QUERY
    SELECT * FROM usage_hour
    WHERE application_id = ANY (applications) AND hour >= greatest(since, days) AND hour < least(before, hours);
  RETURN QUERY
    SELECT * FROM usage_day
    WHERE application_id = ANY (applications) AND day >= since AND day < least(before, days);
END $$;

CREATE FUNCTION usage_of(application uuid, since timestamp with time zone, before timestamp with time zone) RETURNS SETOF usage_history
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT * FROM usage_of(ARRAY[application], since, before)
$$;

CREATE FUNCTION withdraw_limit_requests() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE limit_request SET state = 'withdrawn', closed_at = now() WHERE application_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;

CREATE FUNCTION withdraw_network_requests() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE network_request SET state = 'withdrawn', closed_at = now() WHERE application_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;

CREATE FUNCTION withdraw_submissions() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE submission SET state = 'withdrawn', claimed_by_id = NULL, claimed_until = NULL
    WHERE application_id = NEW.id AND state IN ('draft', 'in_validation', 'changes_requested');
  RETURN NULL;
END $$;

CREATE TABLE access_token (
    application_id uuid NOT NULL,
    generation bigint NOT NULL,
    nonce bytea NOT NULL,
    key_id text NOT NULL,
    token_hash bytea NOT NULL,
    issued_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(6) with time zone NOT NULL,
    CONSTRAINT access_token_lifetime_check CHECK ((expires_at <= (issued_at + '00:05:00'::interval)))
);

CREATE TABLE account_grant (
    application_id uuid NOT NULL,
    msisdn bigint NOT NULL
);

CREATE TABLE account_import (
    id integer NOT NULL,
    environment environment NOT NULL,
    source text NOT NULL,
    as_of timestamp(3) with time zone,
    operator text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    ended_at timestamp(3) with time zone,
    state text DEFAULT 'done'::text NOT NULL,
    requested_by_id uuid,
    upload_id uuid,
    encryption_key_id text,
    size bigint DEFAULT 0 NOT NULL,
    options jsonb DEFAULT '{}'::jsonb NOT NULL,
    progress jsonb,
    report jsonb,
    CONSTRAINT account_import_source_check CHECK ((source = ANY (ARRAY['file'::text, 'stream'::text, 'upload'::text]))),
    CONSTRAINT account_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'refused'::text, 'failed'::text]))),
    CONSTRAINT account_import_upload_check CHECK (((source <> 'upload'::text) OR ((requested_by_id IS NOT NULL) AND (upload_id IS NOT NULL) AND (encryption_key_id IS NOT NULL))))
);

CREATE SEQUENCE account_import_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE account_import_id_seq OWNED BY account_import.id;

CREATE TABLE announcement (
    id uuid NOT NULL,
    kind announcement_kind NOT NULL,
    title_en text NOT NULL,
    title_fr text NOT NULL,
    text_en text NOT NULL,
    text_fr text NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone,
    audience announcement_audience NOT NULL,
    endpoint text,
    sunset_on date,
    recipients integer DEFAULT 0 NOT NULL,
    published_by_id uuid NOT NULL,
    published_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    withdrawn_at timestamp(3) with time zone,
    CONSTRAINT announcement_deprecation_check CHECK ((((kind = 'deprecation'::announcement_kind) = (endpoint IS NOT NULL)) AND ((kind = 'deprecation'::announcement_kind) = (sunset_on IS NOT NULL)))),
    CONSTRAINT announcement_period_check CHECK ((ends_at > starts_at)),
    CONSTRAINT announcement_sunset_check CHECK ((sunset_on > (starts_at AT TIME ZONE 'UTC'::text))),
    CONSTRAINT announcement_texts_check CHECK (((title_en <> ''::text) AND (title_fr <> ''::text) AND (text_en <> ''::text) AND (text_fr <> ''::text)))
);

CREATE TABLE announcement_recipient (
    announcement_id uuid NOT NULL,
    developer_id uuid NOT NULL
);

CREATE TABLE application (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    environment environment NOT NULL,
    state application_state NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    client_id text NOT NULL,
    access account_access DEFAULT 'all'::account_access NOT NULL,
    owner_suspended boolean DEFAULT false NOT NULL,
    request_key uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    state_changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    rate_limit integer,
    client_authentication client_authentication DEFAULT 'client_secret'::client_authentication NOT NULL,
    allowed_networks text[] DEFAULT ARRAY[]::text[],
    approved_networks text[] DEFAULT ARRAY[]::text[],
    organisation_id uuid,
    rehearsal_id uuid,
    CONSTRAINT application_allowed_networks_check CHECK (((allowed_networks IS NOT NULL) AND (approved_networks IS NOT NULL) AND ((allowed_networks = '{}'::text[]) OR ((environment = 'production'::environment) AND (cardinality(allowed_networks) <= 20) AND ((allowed_networks)::cidr[] IS NOT NULL))))),
    CONSTRAINT application_client_id_check CHECK ((client_id ~ (('^guichet_'::text || (environment)::text) || '_id_[0-9A-Za-z]{22}$'::text))),
    CONSTRAINT application_name_check CHECK (((char_length(name) BETWEEN 1 AND 100) AND (name !~ '[[:cntrl:]]'::text))),
    CONSTRAINT application_rate_limit_check CHECK ((rate_limit BETWEEN 1 AND 10000000)),
    CONSTRAINT application_sandbox_access_check CHECK (((environment = 'production'::environment) OR (access = 'all'::account_access))),
    CONSTRAINT application_sandbox_state_check CHECK (((environment = 'production'::environment) OR (state = ANY (ARRAY['active'::application_state, 'suspended'::application_state, 'deleted'::application_state]))))
);

CREATE TABLE application_invitation (
    id uuid NOT NULL,
    application_id uuid,
    email text NOT NULL,
    role team_role NOT NULL,
    invited_by_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    organisation_id uuid,
    CONSTRAINT application_invitation_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
    CONSTRAINT application_invitation_subject_check CHECK ((num_nonnulls(application_id, organisation_id) = 1))
);

CREATE TABLE application_member (
    application_id uuid,
    developer_id uuid NOT NULL,
    role team_role NOT NULL,
    joined_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organisation_id uuid,
    CONSTRAINT application_member_subject_check CHECK ((num_nonnulls(application_id, organisation_id) = 1))
);

CREATE TABLE application_participant (
    application_id uuid,
    developer_id uuid NOT NULL,
    since timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    organisation_id uuid,
    CONSTRAINT application_participant_subject_check CHECK ((num_nonnulls(application_id, organisation_id) = 1))
);

CREATE VIEW application_team AS
 SELECT m.application_id,
    m.developer_id,
    m.role,
    m.joined_at
   FROM application_member m
  WHERE (m.application_id IS NOT NULL)
UNION ALL
 SELECT a.id AS application_id,
    m.developer_id,
    m.role,
    m.joined_at
   FROM (application_member m
     JOIN application a ON ((a.organisation_id = m.organisation_id)));

CREATE TABLE approved_access (
    submission_id uuid NOT NULL,
    reviewer_id uuid NOT NULL,
    submission_version integer NOT NULL,
    access text NOT NULL,
    msisdns bigint[] DEFAULT ARRAY[]::bigint[],
    CONSTRAINT approved_access_access_check CHECK ((access = ANY (ARRAY['all'::text, 'listed'::text, 'unchanged'::text]))),
    CONSTRAINT approved_access_msisdns_check CHECK (((msisdns IS NOT NULL) AND ((access = 'listed'::text) = (cardinality(msisdns) > 0))))
);

CREATE TABLE audit_address (
    sequence bigint NOT NULL,
    name text NOT NULL,
    salt bytea NOT NULL,
    value text NOT NULL,
    recorded_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE audit_stream (
    id boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT audit_stream_id_check CHECK (id)
);

CREATE TABLE audit_turn (
    id integer NOT NULL
);

CREATE TABLE branding (
    id boolean DEFAULT true NOT NULL,
    product_name text NOT NULL,
    operator_name text DEFAULT ''::text NOT NULL,
    support_email text DEFAULT ''::text NOT NULL,
    accent_colour text NOT NULL,
    logo bytea,
    logo_hash text,
    terms_url text DEFAULT ''::text NOT NULL,
    privacy_url text DEFAULT ''::text NOT NULL,
    imprint_url text DEFAULT ''::text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT branding_accent_colour_check CHECK ((accent_colour ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT branding_logo_check CHECK (((logo IS NULL) = (logo_hash IS NULL))),
    CONSTRAINT branding_one_line CHECK ((((product_name || operator_name) || support_email) !~ '[[:cntrl:]]'::text)),
    CONSTRAINT branding_one_row CHECK (id),
    CONSTRAINT branding_product_name_check CHECK ((char_length(product_name) BETWEEN 1 AND 40)),
    CONSTRAINT branding_urls_check CHECK (((terms_url ~ '^(https://.*|/([^/\\].*)?)?$'::text) AND (privacy_url ~ '^(https://.*|/([^/\\].*)?)?$'::text) AND (imprint_url ~ '^(https://.*|/([^/\\].*)?)?$'::text)))
);

CREATE TABLE client_key (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    kid text NOT NULL,
    thumbprint text NOT NULL,
    algorithms text[],
    public_key bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamp(3) with time zone,
    last_used_address text,
    CONSTRAINT client_key_algorithms_check CHECK (((algorithms IS NOT NULL) AND (cardinality(algorithms) > 0) AND (algorithms <@ ARRAY['EdDSA'::text, 'ES256'::text, 'PS256'::text, 'RS256'::text]))),
    CONSTRAINT client_key_kid_check CHECK ((char_length(kid) BETWEEN 1 AND 128))
);

CREATE TABLE client_secret (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    hash_key_id text NOT NULL,
    ciphertext bytea NOT NULL,
    encryption_key_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    retires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    last_used_address text,
    proof boolean DEFAULT false NOT NULL
);

CREATE TABLE decision (
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    submission_version integer NOT NULL,
    reviewer_id uuid NOT NULL,
    outcome decision_outcome NOT NULL,
    reason text,
    document_ids uuid[],
    decided_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    voided_at timestamp(3) with time zone,
    final boolean DEFAULT true NOT NULL,
    checklist jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT decision_final_check CHECK ((final OR (outcome = 'approved'::decision_outcome))),
    CONSTRAINT decision_reason_check CHECK (((outcome = 'approved'::decision_outcome) OR (COALESCE(char_length(TRIM(BOTH FROM reason)), 0) > 0))),
    CONSTRAINT decision_reason_length_check CHECK ((char_length(reason) <= 2000))
);

CREATE TABLE decision_draft (
    submission_id uuid NOT NULL,
    reviewer_id uuid NOT NULL,
    submission_version integer NOT NULL,
    fields jsonb NOT NULL,
    saved_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE developer (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text,
    role role DEFAULT 'developer'::role NOT NULL,
    locale text DEFAULT 'en'::text NOT NULL,
    session_version integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    activated_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    traffic_hints boolean DEFAULT true NOT NULL,
    display_name text DEFAULT ''::text NOT NULL,
    time_zone text,
    break_glass boolean DEFAULT false NOT NULL,
    approval sign_up_approval,
    rejection_reason text,
    CONSTRAINT developer_display_name_check CHECK (((length(display_name) <= 60) AND (display_name !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]'::text))),
    CONSTRAINT developer_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
    CONSTRAINT developer_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text]))),
    CONSTRAINT developer_rejection_reason_check CHECK (((NOT (approval IS DISTINCT FROM 'rejected'::sign_up_approval)) = (COALESCE(rejection_reason, ''::text) <> ''::text))),
    CONSTRAINT developer_time_zone_check CHECK ((length(time_zone) <= 64))
);

CREATE TABLE document (
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    requirement_id uuid NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    size integer NOT NULL,
    sha256 bytea NOT NULL,
    scan text DEFAULT 'not_scanned'::text NOT NULL,
    encryption_key_id text NOT NULL,
    uploaded_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    replaced_at timestamp(3) with time zone,
    purged_at timestamp(3) with time zone,
    submitted_at timestamp(3) with time zone,
    valid_until date,
    CONSTRAINT document_kind_check CHECK ((kind = ANY (ARRAY['pdf'::text, 'jpeg'::text, 'png'::text]))),
    CONSTRAINT document_scan_check CHECK ((scan = ANY (ARRAY['not_scanned'::text, 'clean'::text])))
);

CREATE TABLE document_chunk (
    document_id uuid NOT NULL,
    sequence integer NOT NULL,
    ciphertext bytea NOT NULL
);

CREATE TABLE email_link (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    purpose link_purpose NOT NULL,
    token_hash bytea NOT NULL,
    new_email text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    invited_role role,
    invited_by_id uuid,
    break_glass boolean DEFAULT false NOT NULL,
    CONSTRAINT email_link_invitation_check CHECK ((((purpose = 'invitation'::link_purpose) = (invited_role IS NOT NULL)) AND (invited_role IS DISTINCT FROM 'developer'::role)))
);

CREATE TABLE limit_request (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    requested_by_id uuid NOT NULL,
    calls_per_minute integer NOT NULL,
    reason text NOT NULL,
    state limit_request_state DEFAULT 'open'::limit_request_state NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    closed_at timestamp(3) with time zone,
    decided_by_id uuid,
    decision_reason text,
    CONSTRAINT limit_request_calls_per_minute_check CHECK ((calls_per_minute BETWEEN 1 AND 10000000)),
    CONSTRAINT limit_request_closed_check CHECK (((state = 'open'::limit_request_state) = (closed_at IS NULL))),
    CONSTRAINT limit_request_decided_check CHECK (((state = ANY (ARRAY['approved'::limit_request_state, 'rejected'::limit_request_state])) = (decided_by_id IS NOT NULL))),
    CONSTRAINT limit_request_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT limit_request_rejected_check CHECK (((state <> 'rejected'::limit_request_state) OR (COALESCE(decision_reason, ''::text) <> ''::text)))
);

CREATE TABLE mail_message (
    id uuid NOT NULL,
    to_address text NOT NULL,
    template text NOT NULL,
    locale text NOT NULL,
    props_ciphertext bytea,
    encryption_key_id text NOT NULL,
    status mail_status DEFAULT 'queued'::mail_status NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    sent_at timestamp(3) with time zone,
    next_attempt_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    developer_id uuid,
    subject text
);

CREATE TABLE network_day (
    application_id uuid NOT NULL,
    day date NOT NULL,
    network text NOT NULL,
    calls bigint NOT NULL
);

CREATE TABLE network_request (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    requested_by_id uuid NOT NULL,
    networks text[],
    reason text NOT NULL,
    state network_request_state DEFAULT 'open'::network_request_state NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    closed_at timestamp(3) with time zone,
    decided_by_id uuid,
    decision_reason text,
    CONSTRAINT network_request_closed_check CHECK (((state = 'open'::network_request_state) = (closed_at IS NULL))),
    CONSTRAINT network_request_decided_check CHECK (((state = ANY (ARRAY['approved'::network_request_state, 'rejected'::network_request_state])) = (decided_by_id IS NOT NULL))),
    CONSTRAINT network_request_networks_check CHECK (((networks IS NOT NULL) AND (cardinality(networks) <= 20) AND ((networks)::cidr[] IS NOT NULL))),
    CONSTRAINT network_request_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT network_request_rejected_check CHECK (((state <> 'rejected'::network_request_state) OR (COALESCE(decision_reason, ''::text) <> ''::text)))
);

CREATE TABLE operator_alert (
    id uuid NOT NULL,
    kind text NOT NULL,
    application_id uuid NOT NULL,
    hour timestamp(0) with time zone NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    handled_at timestamp(3) with time zone,
    resolved_at timestamp(3) with time zone,
    resolved_by_id uuid
);

CREATE TABLE organisation (
    id uuid NOT NULL,
    state organisation_state DEFAULT 'draft'::organisation_state NOT NULL,
    legal_name text NOT NULL,
    trading_name text DEFAULT ''::text NOT NULL,
    country text NOT NULL,
    registration_number text NOT NULL,
    tax_number text DEFAULT ''::text NOT NULL,
    registered_address text NOT NULL,
    legal_representative text NOT NULL,
    website text DEFAULT ''::text NOT NULL,
    proposed jsonb,
    request_key uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    state_changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    verified_at timestamp(3) with time zone,
    CONSTRAINT organisation_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT organisation_verified_check CHECK (((state <> ALL (ARRAY['verified'::organisation_state, 'suspended'::organisation_state])) OR (verified_at IS NOT NULL)))
);

CREATE TABLE organisation_transition (
    id uuid NOT NULL,
    organisation_id uuid NOT NULL,
    submission_id uuid,
    from_state organisation_state,
    to_state organisation_state NOT NULL,
    actor_id uuid,
    actor_role text NOT NULL,
    reason text,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE passkey (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[],
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE passkey_challenge (
    challenge_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE personal_access_key (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    session_version integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT personal_access_key_lasts_a_year CHECK ((expires_at <= (created_at + '366 days'::interval)))
);

CREATE TABLE provider_session (
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    sid text,
    id_token_ciphertext bytea NOT NULL,
    encryption_key_id text NOT NULL
);

CREATE TABLE reason_template (
    id uuid NOT NULL,
    label_en text NOT NULL,
    label_fr text NOT NULL,
    text_en text NOT NULL,
    text_fr text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT reason_template_length_check CHECK (((char_length(label_en) BETWEEN 1 AND 120) AND (char_length(label_fr) BETWEEN 1 AND 120) AND (char_length(text_en) BETWEEN 1 AND 1000) AND (char_length(text_fr) BETWEEN 1 AND 1000)))
);

CREATE TABLE recent_call (
    id bigint NOT NULL,
    application_id uuid NOT NULL,
    request_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    endpoint text NOT NULL,
    status integer NOT NULL,
    error_code text,
    hint text,
    latency_ms integer NOT NULL,
    masked_msisdn text,
    address text NOT NULL,
    method text,
    response text,
    rehearsal_id uuid,
    rehearsal_number integer,
    rehearsal_facts jsonb
);

CREATE SEQUENCE recent_call_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE recent_call_id_seq OWNED BY recent_call.id;

CREATE TABLE recovery_code (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE refused_sign_in (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    why text NOT NULL,
    address text NOT NULL,
    sent_at timestamp(3) with time zone
);

CREATE TABLE rehearsal_case (
    id text NOT NULL,
    requirement rehearsal_requirement NOT NULL
);

CREATE TABLE removed_account (
    environment environment NOT NULL,
    msisdn bigint NOT NULL,
    as_of timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    import_id integer NOT NULL,
    CONSTRAINT removed_account_msisdn_check CHECK ((msisdn BETWEEN 100000 AND '999999999999999'::bigint))
);

CREATE TABLE requirement (
    id uuid NOT NULL,
    name_en text NOT NULL,
    name_fr text NOT NULL,
    help_en text DEFAULT ''::text NOT NULL,
    help_fr text DEFAULT ''::text NOT NULL,
    required boolean DEFAULT true NOT NULL,
    accepted_kinds text[],
    max_bytes integer NOT NULL,
    "position" integer NOT NULL,
    template_name text,
    template_bytes bytea,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    retired_at timestamp(3) with time zone,
    checklist_en text[] DEFAULT ARRAY[]::text[],
    checklist_fr text[] DEFAULT ARRAY[]::text[],
    scope requirement_scope DEFAULT 'application'::requirement_scope NOT NULL,
    CONSTRAINT requirement_checklist_check CHECK (((checklist_en IS NOT NULL) AND (checklist_fr IS NOT NULL) AND (cardinality(checklist_en) = cardinality(checklist_fr)) AND (cardinality(checklist_en) <= 20))),
    CONSTRAINT requirement_kinds_check CHECK (((cardinality(accepted_kinds) > 0) AND (accepted_kinds <@ ARRAY['pdf'::text, 'jpeg'::text, 'png'::text]))),
    CONSTRAINT requirement_size_check CHECK ((max_bytes BETWEEN 1 AND 52428800))
);

CREATE TABLE rights_change (
    number bigint NOT NULL,
    mark uuid NOT NULL,
    application_id uuid
);

CREATE TABLE rights_counter (
    id boolean DEFAULT true NOT NULL,
    number bigint DEFAULT 0 NOT NULL,
    mark uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT rights_counter_id_check CHECK (id)
);

CREATE TABLE service_day (
    service text NOT NULL,
    day date NOT NULL,
    minutes_checked integer DEFAULT 0 NOT NULL,
    minutes_down integer DEFAULT 0 NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL,
    ready boolean NOT NULL,
    CONSTRAINT service_day_minutes_check CHECK (((minutes_down >= 0) AND (minutes_down <= minutes_checked))),
    CONSTRAINT service_day_service_check CHECK ((service = ANY (ARRAY['portal'::text, 'sandbox'::text, 'production'::text, 'worker'::text, 'database'::text])))
);

CREATE TABLE session (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    user_agent text NOT NULL,
    address text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    awaiting_second_factor boolean DEFAULT false NOT NULL,
    confirmed_at timestamp(3) with time zone,
    challenge_hash bytea,
    challenge_expires_at timestamp(3) with time zone,
    name text DEFAULT ''::text NOT NULL,
    identity_id uuid,
    CONSTRAINT session_name_check CHECK (((length(name) <= 60) AND (name !~ '[\u0001-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]'::text)))
);

CREATE TABLE sign_in_identity (
    id uuid NOT NULL,
    developer_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE single_use (
    key_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE state_transition (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    submission_id uuid,
    from_state application_state,
    to_state application_state NOT NULL,
    actor_id uuid,
    actor_role text NOT NULL,
    reason text,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE submission (
    id uuid NOT NULL,
    application_id uuid,
    number integer NOT NULL,
    state submission_state DEFAULT 'draft'::submission_state NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    opened_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    submitted_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    decided_at timestamp(3) with time zone,
    claimed_by_id uuid,
    claimed_until timestamp(3) with time zone,
    remaining_minutes integer,
    proof_attempts integer DEFAULT 0 NOT NULL,
    proof_error text,
    proof_tried_at timestamp(3) with time zone,
    revision boolean DEFAULT false NOT NULL,
    networks text[] DEFAULT ARRAY[]::text[],
    organisation_id uuid,
    rehearsal_id uuid,
    relies_on_id uuid,
    CONSTRAINT submission_networks_check CHECK ((networks IS NOT NULL)),
    CONSTRAINT submission_subject_check CHECK ((num_nonnulls(application_id, organisation_id) = 1))
);

CREATE TABLE submission_message (
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    author_id uuid NOT NULL,
    author_role role NOT NULL,
    internal boolean DEFAULT false NOT NULL,
    body text NOT NULL,
    sent_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT submission_message_body_check CHECK ((char_length(body) BETWEEN 1 AND 4000))
);

CREATE TABLE submission_requirement (
    submission_id uuid NOT NULL,
    requirement_id uuid NOT NULL,
    name_en text NOT NULL,
    name_fr text NOT NULL,
    help_en text NOT NULL,
    help_fr text NOT NULL,
    required boolean NOT NULL,
    accepted_kinds text[],
    max_bytes integer NOT NULL,
    "position" integer NOT NULL,
    verdict text,
    verdict_reason text,
    checklist_en text[] DEFAULT ARRAY[]::text[],
    checklist_fr text[] DEFAULT ARRAY[]::text[],
    scope requirement_scope DEFAULT 'application'::requirement_scope NOT NULL,
    CONSTRAINT submission_requirement_checklist_check CHECK (((checklist_en IS NOT NULL) AND (checklist_fr IS NOT NULL) AND (cardinality(checklist_en) = cardinality(checklist_fr)) AND (cardinality(checklist_en) <= 20))),
    CONSTRAINT submission_requirement_verdict_check CHECK ((verdict = ANY (ARRAY['accepted'::text, 'replace'::text])))
);

CREATE TABLE terms_acceptance (
    developer_id uuid NOT NULL,
    version integer NOT NULL,
    locale text NOT NULL,
    sha256 text NOT NULL,
    accepted_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT terms_acceptance_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text]))),
    CONSTRAINT terms_acceptance_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

CREATE TABLE terms_reminder (
    developer_id uuid NOT NULL,
    version integer NOT NULL,
    sent_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE terms_version (
    version integer NOT NULL,
    text_en text NOT NULL,
    text_fr text NOT NULL,
    effective_from date NOT NULL,
    request_key uuid NOT NULL,
    published_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT terms_version_not_past CHECK ((effective_from >= ((published_at AT TIME ZONE 'UTC'::text))::date)),
    CONSTRAINT terms_version_text_check CHECK (((text_en <> ''::text) AND (text_fr <> ''::text))),
    CONSTRAINT terms_version_version_check CHECK ((version >= 1))
);

CREATE TABLE throttle (
    key_hash bytea NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE totp_factor (
    developer_id uuid NOT NULL,
    secret_ciphertext bytea NOT NULL,
    encryption_key_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    confirmed_at timestamp(3) with time zone,
    last_used_step bigint DEFAULT 0 NOT NULL,
    session_id uuid
);

CREATE TABLE traffic_hint_mail (
    application_id uuid NOT NULL,
    queued_at timestamp(3) with time zone NOT NULL
);

CREATE UNLOGGED TABLE upload_chunk (
    upload_id uuid NOT NULL,
    sequence integer NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    submission_id uuid
);

CREATE TABLE upload_window (
    developer_id uuid NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT upload_window_bytes_check CHECK ((bytes >= 0))
);

CREATE TABLE usage_flush (
    id uuid NOT NULL,
    written_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE usage_minute_before (
    application_id uuid NOT NULL,
    minute timestamp(0) with time zone NOT NULL,
    endpoint text NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    limited integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    latency_le_5 integer DEFAULT 0 NOT NULL,
    latency_le_10 integer DEFAULT 0 NOT NULL,
    latency_le_25 integer DEFAULT 0 NOT NULL,
    latency_le_50 integer DEFAULT 0 NOT NULL,
    latency_le_100 integer DEFAULT 0 NOT NULL,
    latency_le_250 integer DEFAULT 0 NOT NULL,
    latency_le_1000 integer DEFAULT 0 NOT NULL,
    latency_over_1000 integer DEFAULT 0 NOT NULL,
    tokens_minted integer DEFAULT 0 NOT NULL,
    tokens_reused integer DEFAULT 0 NOT NULL,
    latency_le_1 integer DEFAULT 0 NOT NULL,
    latency_le_2 integer DEFAULT 0 NOT NULL,
    latency_le_3 integer DEFAULT 0 NOT NULL,
    latency_le_7 integer DEFAULT 0 NOT NULL,
    latency_le_15 integer DEFAULT 0 NOT NULL,
    latency_le_35 integer DEFAULT 0 NOT NULL,
    latency_le_70 integer DEFAULT 0 NOT NULL,
    latency_le_150 integer DEFAULT 0 NOT NULL,
    latency_le_500 integer DEFAULT 0 NOT NULL,
    latency_le_700 integer DEFAULT 0 NOT NULL,
    latency_le_2000 integer DEFAULT 0 NOT NULL,
    latency_le_5000 integer DEFAULT 0 NOT NULL,
    codes jsonb
);

CREATE TABLE usage_minute_other (
    application_id uuid NOT NULL,
    minute timestamp(0) with time zone NOT NULL,
    endpoint text NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    limited integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    latency_le_5 integer DEFAULT 0 NOT NULL,
    latency_le_10 integer DEFAULT 0 NOT NULL,
    latency_le_25 integer DEFAULT 0 NOT NULL,
    latency_le_50 integer DEFAULT 0 NOT NULL,
    latency_le_100 integer DEFAULT 0 NOT NULL,
    latency_le_250 integer DEFAULT 0 NOT NULL,
    latency_le_1000 integer DEFAULT 0 NOT NULL,
    latency_over_1000 integer DEFAULT 0 NOT NULL,
    tokens_minted integer DEFAULT 0 NOT NULL,
    tokens_reused integer DEFAULT 0 NOT NULL,
    latency_le_1 integer DEFAULT 0 NOT NULL,
    latency_le_2 integer DEFAULT 0 NOT NULL,
    latency_le_3 integer DEFAULT 0 NOT NULL,
    latency_le_7 integer DEFAULT 0 NOT NULL,
    latency_le_15 integer DEFAULT 0 NOT NULL,
    latency_le_35 integer DEFAULT 0 NOT NULL,
    latency_le_70 integer DEFAULT 0 NOT NULL,
    latency_le_150 integer DEFAULT 0 NOT NULL,
    latency_le_500 integer DEFAULT 0 NOT NULL,
    latency_le_700 integer DEFAULT 0 NOT NULL,
    latency_le_2000 integer DEFAULT 0 NOT NULL,
    latency_le_5000 integer DEFAULT 0 NOT NULL,
    codes jsonb
);

CREATE TABLE wallet_account (
    environment environment NOT NULL,
    msisdn bigint NOT NULL,
    type account_type NOT NULL,
    status account_status NOT NULL,
    currency text NOT NULL,
    balance numeric NOT NULL,
    frozen_balance numeric NOT NULL,
    as_of timestamp(3) with time zone NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    simulated_delay_ms integer DEFAULT 0 NOT NULL,
    simulated_outage boolean DEFAULT false NOT NULL,
    import_id integer,
    CONSTRAINT wallet_account_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT wallet_account_decimals_check CHECK (((scale(balance) = currency_decimals(currency)) AND (scale(frozen_balance) = currency_decimals(currency)))),
    CONSTRAINT wallet_account_frozen_check CHECK ((frozen_balance >= (0)::numeric)),
    CONSTRAINT wallet_account_msisdn_check CHECK ((msisdn BETWEEN 100000 AND '999999999999999'::bigint)),
    CONSTRAINT wallet_account_reserved_check CHECK ((msisdn <> '999000000000'::bigint)),
    CONSTRAINT wallet_account_simulation_check CHECK (((environment = 'sandbox'::environment) OR ((simulated_delay_ms = 0) AND (NOT simulated_outage))))
);

CREATE TABLE webhook_attempt (
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    status integer,
    error text,
    duration_ms integer NOT NULL,
    response text,
    CONSTRAINT webhook_attempt_outcome_check CHECK (((status IS NULL) <> (error IS NULL))),
    CONSTRAINT webhook_attempt_response_check CHECK ((length(response) <= 1024))
);

CREATE TABLE webhook_delivery (
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP,
    delivered_at timestamp(3) with time zone,
    CONSTRAINT webhook_delivery_delivered_check CHECK (((delivered_at IS NULL) OR (next_attempt_at IS NULL)))
);

CREATE TABLE webhook_endpoint (
    id uuid NOT NULL,
    application_id uuid,
    url text NOT NULL,
    events text[],
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    failing_since timestamp(3) with time zone,
    claimed_until timestamp(6) with time zone,
    attempted_at timestamp(6) with time zone,
    delivered_sequence bigint,
    CONSTRAINT webhook_endpoint_administration_check CHECK (((application_id IS NULL) = (delivered_sequence IS NOT NULL))),
    CONSTRAINT webhook_endpoint_disabled_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
    CONSTRAINT webhook_endpoint_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])))
);

CREATE TABLE webhook_event (
    id uuid NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE webhook_secret (
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    ciphertext bytea NOT NULL,
    encryption_key_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp(3) with time zone
);

-- Today's and tomorrow's minutes of usage, until the worker makes a partition for each day.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE usage_minute ATTACH PARTITION usage_minute_before FOR VALUES FROM (MINVALUE) TO (%L)',
    date_trunc('day', now(), 'UTC') + interval '2 days');
END $$;

ALTER TABLE ONLY usage_minute ATTACH PARTITION usage_minute_other DEFAULT;

ALTER TABLE ONLY account_import ALTER COLUMN id SET DEFAULT nextval('account_import_id_seq'::regclass);

ALTER TABLE ONLY recent_call ALTER COLUMN id SET DEFAULT nextval('recent_call_id_seq'::regclass);

ALTER TABLE ONLY access_token
    ADD CONSTRAINT access_token_pkey PRIMARY KEY (application_id, generation);

ALTER TABLE ONLY account_grant
    ADD CONSTRAINT account_grant_pkey PRIMARY KEY (application_id, msisdn);

ALTER TABLE ONLY account_import
    ADD CONSTRAINT account_import_pkey PRIMARY KEY (id);

ALTER TABLE announcement
    ADD CONSTRAINT announcement_endpoint_check CHECK ((endpoint = ANY (ARRAY['token'::text, 'account'::text, 'revoke'::text, 'introspect'::text, 'sandbox'::text]))) NOT VALID;

ALTER TABLE ONLY announcement
    ADD CONSTRAINT announcement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY announcement_recipient
    ADD CONSTRAINT announcement_recipient_pkey PRIMARY KEY (announcement_id, developer_id);

ALTER TABLE ONLY application_invitation
    ADD CONSTRAINT application_invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY application_member
    ADD CONSTRAINT application_member_pkey PRIMARY KEY (id);

ALTER TABLE ONLY application_participant
    ADD CONSTRAINT application_participant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY application
    ADD CONSTRAINT application_pkey PRIMARY KEY (id);

ALTER TABLE ONLY approved_access
    ADD CONSTRAINT approved_access_pkey PRIMARY KEY (submission_id, reviewer_id);

ALTER TABLE ONLY audit_address
    ADD CONSTRAINT audit_address_pkey PRIMARY KEY (sequence, name);

ALTER TABLE ONLY audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (sequence);

ALTER TABLE ONLY audit_stream
    ADD CONSTRAINT audit_stream_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit_turn
    ADD CONSTRAINT audit_turn_pkey PRIMARY KEY (id);

ALTER TABLE ONLY branding
    ADD CONSTRAINT branding_pkey PRIMARY KEY (id);

ALTER TABLE ONLY client_key
    ADD CONSTRAINT client_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY client_secret
    ADD CONSTRAINT client_secret_pkey PRIMARY KEY (id);

ALTER TABLE ONLY decision_draft
    ADD CONSTRAINT decision_draft_pkey PRIMARY KEY (submission_id, reviewer_id);

ALTER TABLE ONLY decision
    ADD CONSTRAINT decision_pkey PRIMARY KEY (id);

ALTER TABLE ONLY developer
    ADD CONSTRAINT developer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY document_chunk
    ADD CONSTRAINT document_chunk_pkey PRIMARY KEY (document_id, sequence);

ALTER TABLE ONLY document
    ADD CONSTRAINT document_pkey PRIMARY KEY (id);

ALTER TABLE ONLY email_link
    ADD CONSTRAINT email_link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY limit_request
    ADD CONSTRAINT limit_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY mail_message
    ADD CONSTRAINT mail_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY network_day
    ADD CONSTRAINT network_day_pkey PRIMARY KEY (application_id, day, network);

ALTER TABLE ONLY network_request
    ADD CONSTRAINT network_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY operator_alert
    ADD CONSTRAINT operator_alert_pkey PRIMARY KEY (id);

ALTER TABLE ONLY organisation
    ADD CONSTRAINT organisation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY organisation_transition
    ADD CONSTRAINT organisation_transition_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY personal_access_key
    ADD CONSTRAINT personal_access_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY provider_session
    ADD CONSTRAINT provider_session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY reason_template
    ADD CONSTRAINT reason_template_pkey PRIMARY KEY (id);

ALTER TABLE recent_call
    ADD CONSTRAINT recent_call_endpoint_check CHECK ((endpoint = ANY (ARRAY['token'::text, 'account'::text, 'revoke'::text, 'introspect'::text, 'sandbox'::text]))) NOT VALID;

ALTER TABLE ONLY recent_call
    ADD CONSTRAINT recent_call_pkey PRIMARY KEY (id);

ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (id);

ALTER TABLE ONLY refused_sign_in
    ADD CONSTRAINT refused_sign_in_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rehearsal_case
    ADD CONSTRAINT rehearsal_case_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rehearsal
    ADD CONSTRAINT rehearsal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY removed_account
    ADD CONSTRAINT removed_account_pkey PRIMARY KEY (environment, msisdn);

ALTER TABLE ONLY requirement
    ADD CONSTRAINT requirement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rights_change
    ADD CONSTRAINT rights_change_pkey PRIMARY KEY (number);

ALTER TABLE ONLY rights_counter
    ADD CONSTRAINT rights_counter_pkey PRIMARY KEY (id);

ALTER TABLE ONLY service_day
    ADD CONSTRAINT service_day_pkey PRIMARY KEY (service, day);

ALTER TABLE ONLY session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sign_in_identity
    ADD CONSTRAINT sign_in_identity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY single_use
    ADD CONSTRAINT single_use_pkey PRIMARY KEY (key_hash);

ALTER TABLE ONLY state_transition
    ADD CONSTRAINT state_transition_pkey PRIMARY KEY (id);

ALTER TABLE ONLY submission_message
    ADD CONSTRAINT submission_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY submission
    ADD CONSTRAINT submission_pkey PRIMARY KEY (id);

ALTER TABLE ONLY submission_requirement
    ADD CONSTRAINT submission_requirement_pkey PRIMARY KEY (submission_id, requirement_id);

ALTER TABLE ONLY terms_acceptance
    ADD CONSTRAINT terms_acceptance_pkey PRIMARY KEY (developer_id, version);

ALTER TABLE ONLY terms_reminder
    ADD CONSTRAINT terms_reminder_pkey PRIMARY KEY (developer_id, version);

ALTER TABLE ONLY terms_version
    ADD CONSTRAINT terms_version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY test_account
    ADD CONSTRAINT test_account_pkey PRIMARY KEY (application_id, msisdn);

ALTER TABLE ONLY throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (key_hash);

ALTER TABLE ONLY totp_factor
    ADD CONSTRAINT totp_factor_pkey PRIMARY KEY (developer_id);

ALTER TABLE ONLY traffic_hint_mail
    ADD CONSTRAINT traffic_hint_mail_pkey PRIMARY KEY (application_id);

ALTER TABLE ONLY upload_chunk
    ADD CONSTRAINT upload_chunk_pkey PRIMARY KEY (upload_id, sequence);

ALTER TABLE ONLY upload_window
    ADD CONSTRAINT upload_window_pkey PRIMARY KEY (developer_id);

ALTER TABLE ONLY usage_day
    ADD CONSTRAINT usage_day_pkey PRIMARY KEY (application_id, day, endpoint);

ALTER TABLE ONLY usage_flush
    ADD CONSTRAINT usage_flush_pkey PRIMARY KEY (id);

ALTER TABLE ONLY usage_hour
    ADD CONSTRAINT usage_hour_pkey PRIMARY KEY (application_id, hour, endpoint);

ALTER TABLE ONLY usage_minute
    ADD CONSTRAINT usage_minute_pkey PRIMARY KEY (application_id, minute, endpoint);

ALTER TABLE ONLY usage_minute_before
    ADD CONSTRAINT usage_minute_before_pkey PRIMARY KEY (application_id, minute, endpoint);

ALTER TABLE usage_minute
    ADD CONSTRAINT usage_minute_endpoint_check CHECK ((endpoint = ANY (ARRAY['token'::text, 'account'::text, 'revoke'::text, 'introspect'::text, 'sandbox'::text]))) NOT VALID;

ALTER TABLE ONLY usage_minute_other
    ADD CONSTRAINT usage_minute_other_pkey PRIMARY KEY (application_id, minute, endpoint);

ALTER TABLE ONLY usage_rollup
    ADD CONSTRAINT usage_rollup_pkey PRIMARY KEY (step);

ALTER TABLE ONLY wallet_account
    ADD CONSTRAINT wallet_account_pkey PRIMARY KEY (environment, msisdn);

ALTER TABLE ONLY webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (endpoint_id, event_id);

ALTER TABLE ONLY webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_event
    ADD CONSTRAINT webhook_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_secret
    ADD CONSTRAINT webhook_secret_pkey PRIMARY KEY (id);

CREATE INDEX access_token_expires_at_idx ON access_token USING btree (expires_at);

CREATE UNIQUE INDEX access_token_token_hash_key ON access_token USING btree (token_hash);

CREATE INDEX account_grant_msisdn_idx ON account_grant USING btree (msisdn);

CREATE INDEX account_import_environment_as_of_idx ON account_import USING btree (environment, as_of DESC);

CREATE UNIQUE INDEX account_import_upload_id_key ON account_import USING btree (upload_id);

CREATE UNIQUE INDEX announcement_one_deprecation ON announcement USING btree (endpoint) WHERE ((kind = 'deprecation'::announcement_kind) AND (withdrawn_at IS NULL));

CREATE INDEX announcement_published_at_idx ON announcement USING btree (published_at DESC);

CREATE UNIQUE INDEX application_client_id_key ON application USING btree (client_id);

CREATE INDEX application_developer_id_created_at_idx ON application USING btree (developer_id, created_at DESC);

CREATE UNIQUE INDEX application_developer_id_request_key_key ON application USING btree (developer_id, request_key);

CREATE INDEX application_invitation_email_idx ON application_invitation USING btree (email);

CREATE INDEX application_invitation_expires_at_idx ON application_invitation USING btree (expires_at);

CREATE INDEX application_invitation_invited_by_id_idx ON application_invitation USING btree (invited_by_id);

CREATE UNIQUE INDEX application_invitation_live_key ON application_invitation USING btree (application_id, email) WHERE ((used_at IS NULL) AND (cancelled_at IS NULL));

CREATE UNIQUE INDEX application_invitation_organisation_live_key ON application_invitation USING btree (organisation_id, email) WHERE ((used_at IS NULL) AND (cancelled_at IS NULL));

CREATE UNIQUE INDEX application_invitation_token_hash_key ON application_invitation USING btree (token_hash);

CREATE UNIQUE INDEX application_member_application_id_developer_id_key ON application_member USING btree (application_id, developer_id);

CREATE INDEX application_member_developer_id_idx ON application_member USING btree (developer_id);

CREATE UNIQUE INDEX application_member_organisation_id_developer_id_key ON application_member USING btree (organisation_id, developer_id);

CREATE INDEX application_organisation_id_idx ON application USING btree (organisation_id);

CREATE UNIQUE INDEX application_participant_application_id_developer_id_key ON application_participant USING btree (application_id, developer_id);

CREATE INDEX application_participant_developer_id_idx ON application_participant USING btree (developer_id);

CREATE UNIQUE INDEX application_participant_organisation_id_developer_id_key ON application_participant USING btree (organisation_id, developer_id);

CREATE INDEX audit_address_recorded_at_idx ON audit_address USING btree (recorded_at);

CREATE INDEX audit_address_value_idx ON audit_address USING hash (value);

CREATE INDEX audit_entry_action_sequence_idx ON audit_entry USING btree (action, sequence);

CREATE INDEX audit_entry_actor_id_sequence_idx ON audit_entry USING btree (actor_id, sequence);

CREATE INDEX audit_entry_at_idx ON audit_entry USING btree (at);

CREATE INDEX audit_entry_subject_type_subject_id_sequence_idx ON audit_entry USING btree (subject_type, subject_id, sequence);

CREATE UNIQUE INDEX client_key_application_id_kid_key ON client_key USING btree (application_id, kid);

CREATE UNIQUE INDEX client_key_application_id_thumbprint_key ON client_key USING btree (application_id, thumbprint);

CREATE INDEX client_secret_application_id_idx ON client_secret USING btree (application_id);

CREATE UNIQUE INDEX client_secret_current_key ON client_secret USING btree (application_id, proof) WHERE ((revoked_at IS NULL) AND (retires_at IS NULL));

CREATE INDEX client_secret_retiring ON client_secret USING btree (retires_at) WHERE ((revoked_at IS NULL) AND (retires_at IS NOT NULL));

CREATE INDEX decision_draft_saved_at_idx ON decision_draft USING btree (saved_at);

CREATE INDEX decision_submission_id_idx ON decision USING btree (submission_id);

CREATE UNIQUE INDEX developer_email_key ON developer USING btree (email);

CREATE INDEX developer_role_idx ON developer USING btree (role);

CREATE INDEX developer_unactivated_idx ON developer USING btree (created_at) WHERE (activated_at IS NULL);

CREATE UNIQUE INDEX document_current_key ON document USING btree (submission_id, requirement_id) WHERE (replaced_at IS NULL);

CREATE UNIQUE INDEX document_submission_id_requirement_id_version_key ON document USING btree (submission_id, requirement_id, version);

CREATE INDEX email_link_developer_id_purpose_idx ON email_link USING btree (developer_id, purpose);

CREATE INDEX email_link_expires_at_idx ON email_link USING btree (expires_at);

CREATE INDEX email_link_invited_by_idx ON email_link USING btree (invited_by_id) WHERE ((invited_by_id IS NOT NULL) AND (used_at IS NULL) AND (cancelled_at IS NULL));

CREATE UNIQUE INDEX email_link_live_key ON email_link USING btree (developer_id, purpose) WHERE ((used_at IS NULL) AND (cancelled_at IS NULL) AND (purpose = ANY (ARRAY['activation'::link_purpose, 'password_reset'::link_purpose, 'email_change'::link_purpose, 'invitation'::link_purpose])));

CREATE UNIQUE INDEX email_link_token_hash_key ON email_link USING btree (token_hash);

CREATE INDEX limit_request_application_id_requested_at_idx ON limit_request USING btree (application_id, requested_at);

CREATE UNIQUE INDEX limit_request_one_open ON limit_request USING btree (application_id) WHERE (state = 'open'::limit_request_state);

CREATE INDEX limit_request_requested_by_id_idx ON limit_request USING btree (requested_by_id);

CREATE INDEX mail_message_created_at_id_idx ON mail_message USING btree (created_at, id);

CREATE INDEX mail_message_developer_id_idx ON mail_message USING btree (developer_id);

CREATE INDEX mail_message_due_idx ON mail_message USING btree (next_attempt_at) WHERE (status = 'queued'::mail_status);

CREATE INDEX mail_message_status_created_at_idx ON mail_message USING btree (status, created_at);

CREATE INDEX network_day_day_idx ON network_day USING btree (day);

CREATE INDEX network_request_application_id_requested_at_idx ON network_request USING btree (application_id, requested_at);

CREATE UNIQUE INDEX network_request_one_open ON network_request USING btree (application_id) WHERE (state = 'open'::network_request_state);

CREATE INDEX network_request_requested_by_id_idx ON network_request USING btree (requested_by_id);

CREATE UNIQUE INDEX operator_alert_kind_application_id_hour_key ON operator_alert USING btree (kind, application_id, hour);

CREATE INDEX operator_alert_unhandled_idx ON operator_alert USING btree (created_at) WHERE (handled_at IS NULL);

CREATE UNIQUE INDEX organisation_request_key_key ON organisation USING btree (request_key);

CREATE INDEX organisation_transition_organisation_id_at_idx ON organisation_transition USING btree (organisation_id, at);

CREATE UNIQUE INDEX organisation_verified_key ON organisation USING btree (country, upper(translate(registration_number, ' ./:_-'::text, ''::text))) WHERE ((verified_at IS NOT NULL) AND (state <> 'closed'::organisation_state));

CREATE INDEX passkey_challenge_expires_at_idx ON passkey_challenge USING btree (expires_at);

CREATE UNIQUE INDEX passkey_credential_id_key ON passkey USING btree (credential_id);

CREATE INDEX passkey_developer_id_idx ON passkey USING btree (developer_id);

CREATE INDEX personal_access_key_developer_id_idx ON personal_access_key USING btree (developer_id);

CREATE INDEX personal_access_key_expires_at_idx ON personal_access_key USING btree (expires_at);

CREATE UNIQUE INDEX personal_access_key_key_hash_key ON personal_access_key USING btree (key_hash);

CREATE UNIQUE INDEX provider_session_session_id_key ON provider_session USING btree (session_id);

CREATE INDEX provider_session_sid_idx ON provider_session USING btree (sid);

CREATE INDEX recent_call_application_id_id_idx ON recent_call USING btree (application_id, id DESC);

CREATE UNIQUE INDEX recent_call_rehearsal_key ON recent_call USING btree (rehearsal_id, rehearsal_number) WHERE (rehearsal_id IS NOT NULL);

CREATE UNIQUE INDEX recovery_code_developer_id_code_hash_key ON recovery_code USING btree (developer_id, code_hash);

CREATE INDEX refused_sign_in_at_idx ON refused_sign_in USING btree (at);

CREATE INDEX refused_sign_in_developer_id_idx ON refused_sign_in USING btree (developer_id);

CREATE INDEX refused_sign_in_sent_at_id_idx ON refused_sign_in USING btree (sent_at, id);

CREATE INDEX rehearsal_application_id_started_at_idx ON rehearsal USING btree (application_id, started_at DESC);

CREATE UNIQUE INDEX rehearsal_running_key ON rehearsal USING btree (application_id) WHERE (ended_at IS NULL);

CREATE INDEX rehearsal_unfinished_idx ON rehearsal USING btree (id) WHERE (finished_at IS NULL);

CREATE INDEX service_day_day_idx ON service_day USING btree (day);

CREATE INDEX session_developer_id_idx ON session USING btree (developer_id);

CREATE INDEX session_expires_at_idx ON session USING btree (expires_at);

CREATE INDEX session_identity_id_idx ON session USING btree (identity_id);

CREATE INDEX session_revoked_at_idx ON session USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE UNIQUE INDEX sign_in_identity_developer_id_issuer_key ON sign_in_identity USING btree (developer_id, issuer);

CREATE UNIQUE INDEX sign_in_identity_issuer_subject_key ON sign_in_identity USING btree (issuer, subject);

CREATE INDEX single_use_expires_at_idx ON single_use USING btree (expires_at);

CREATE INDEX state_transition_application_id_at_idx ON state_transition USING btree (application_id, at);

CREATE UNIQUE INDEX submission_application_id_number_key ON submission USING btree (application_id, number);

CREATE INDEX submission_message_submission_id_sent_at_idx ON submission_message USING btree (submission_id, sent_at);

CREATE UNIQUE INDEX submission_open_key ON submission USING btree (application_id) WHERE (state = ANY (ARRAY['draft'::submission_state, 'in_validation'::submission_state, 'changes_requested'::submission_state]));

CREATE UNIQUE INDEX submission_organisation_id_number_key ON submission USING btree (organisation_id, number);

CREATE INDEX submission_rehearsal_id_idx ON submission USING btree (rehearsal_id);

CREATE INDEX submission_state_due_at_idx ON submission USING btree (state, due_at);

CREATE INDEX submission_submitted_at_id_idx ON submission USING btree (submitted_at, id);

CREATE INDEX terms_acceptance_version_idx ON terms_acceptance USING btree (version);

CREATE UNIQUE INDEX terms_version_request_key_key ON terms_version USING btree (request_key);

CREATE INDEX throttle_updated_at_idx ON throttle USING btree (updated_at);

CREATE INDEX upload_chunk_created_at_idx ON upload_chunk USING btree (created_at);

CREATE INDEX upload_chunk_submission_id_idx ON upload_chunk USING btree (submission_id);

CREATE INDEX upload_window_started_at_idx ON upload_window USING btree (started_at);

CREATE INDEX usage_day_day_idx ON usage_day USING btree (day);

CREATE INDEX usage_hour_hour_idx ON usage_hour USING btree (hour);

CREATE INDEX usage_minute_minute_idx ON ONLY usage_minute USING btree (minute);

CREATE INDEX usage_minute_before_minute_idx ON usage_minute_before USING btree (minute);

CREATE INDEX usage_minute_other_minute_idx ON usage_minute_other USING btree (minute);

CREATE INDEX webhook_attempt_endpoint_id_event_id_idx ON webhook_attempt USING btree (endpoint_id, event_id);

CREATE INDEX webhook_delivery_event_id_idx ON webhook_delivery USING btree (event_id);

CREATE INDEX webhook_delivery_waiting ON webhook_delivery USING btree (endpoint_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX webhook_endpoint_application_id_idx ON webhook_endpoint USING btree (application_id);

CREATE INDEX webhook_secret_endpoint_id_idx ON webhook_secret USING btree (endpoint_id);

CREATE UNIQUE INDEX webhook_secret_one_current ON webhook_secret USING btree (endpoint_id) WHERE (expires_at IS NULL);

ALTER INDEX usage_minute_minute_idx ATTACH PARTITION usage_minute_before_minute_idx;

ALTER INDEX usage_minute_pkey ATTACH PARTITION usage_minute_before_pkey;

ALTER INDEX usage_minute_minute_idx ATTACH PARTITION usage_minute_other_minute_idx;

ALTER INDEX usage_minute_pkey ATTACH PARTITION usage_minute_other_pkey;

CREATE TRIGGER access_token_limited BEFORE INSERT ON access_token FOR EACH ROW WHEN ((new.expires_at > (new.issued_at + '00:05:00'::interval))) EXECUTE FUNCTION limit_token();

CREATE CONSTRAINT TRIGGER access_token_rights_changed AFTER UPDATE ON access_token DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION note_rights_change('application_id');

CREATE CONSTRAINT TRIGGER access_token_rights_deleted AFTER DELETE ON access_token DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.expires_at > clock_timestamp())) EXECUTE FUNCTION note_rights_change('application_id');

CREATE TRIGGER access_token_rights_emptied AFTER TRUNCATE ON access_token FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();

CREATE TRIGGER access_token_shortened BEFORE UPDATE ON access_token FOR EACH ROW WHEN (((new.expires_at > old.expires_at) OR (new.issued_at > old.issued_at))) EXECUTE FUNCTION limit_token();

CREATE TRIGGER announcement_kept BEFORE UPDATE ON announcement FOR EACH ROW EXECUTE FUNCTION keep_announcement();

CREATE TRIGGER application_approval BEFORE INSERT OR UPDATE OF state ON application FOR EACH ROW EXECUTE FUNCTION require_approval_to_serve();

CREATE TRIGGER application_deleted AFTER UPDATE OF state ON application FOR EACH ROW WHEN (((new.state = 'deleted'::application_state) AND (old.state <> 'deleted'::application_state))) EXECUTE FUNCTION withdraw_submissions();

CREATE TRIGGER application_deleted_limit AFTER UPDATE OF state ON application FOR EACH ROW WHEN (((new.state = 'deleted'::application_state) AND (old.state <> 'deleted'::application_state))) EXECUTE FUNCTION withdraw_limit_requests();

CREATE TRIGGER application_deleted_networks AFTER UPDATE OF state ON application FOR EACH ROW WHEN (((new.state = 'deleted'::application_state) AND (old.state <> 'deleted'::application_state))) EXECUTE FUNCTION withdraw_network_requests();

CREATE TRIGGER application_member_joins BEFORE INSERT OR UPDATE OF application_id, developer_id ON application_member FOR EACH ROW EXECUTE FUNCTION join_team();

CREATE TRIGGER application_member_owner AFTER DELETE OR UPDATE ON application_member FOR EACH ROW EXECUTE FUNCTION keep_owner();

CREATE TRIGGER application_moved AFTER UPDATE OF organisation_id ON application FOR EACH ROW WHEN ((new.organisation_id IS DISTINCT FROM old.organisation_id)) EXECUTE FUNCTION move_into_organisation();

CREATE TRIGGER application_owned AFTER INSERT ON application FOR EACH ROW EXECUTE FUNCTION own_application();

CREATE TRIGGER application_owner_suspension BEFORE INSERT OR UPDATE OF developer_id ON application FOR EACH ROW EXECUTE FUNCTION inherit_suspension();

CREATE TRIGGER application_rehearsal BEFORE UPDATE OF state, owner_suspended ON application FOR EACH ROW WHEN (((new.rehearsal_id IS NOT NULL) AND ((new.state <> 'active'::application_state) OR new.owner_suspended))) EXECUTE FUNCTION stop_rehearsal();

CREATE CONSTRAINT TRIGGER application_rights_changed AFTER UPDATE ON application DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((OLD.id, OLD.environment, OLD.state, OLD.client_id, OLD.owner_suspended, OLD.client_authentication, OLD.allowed_networks, OLD.rehearsal_id, OLD.access, OLD.rate_limit)
  IS DISTINCT FROM (NEW.id, NEW.environment, NEW.state, NEW.client_id, NEW.owner_suspended, NEW.client_authentication, NEW.allowed_networks, NEW.rehearsal_id, NEW.access, NEW.rate_limit)) EXECUTE FUNCTION note_rights_change('id');

CREATE CONSTRAINT TRIGGER application_rights_deleted AFTER DELETE ON application DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_rights_change('id');

CREATE TRIGGER application_rights_emptied AFTER TRUNCATE ON application FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();

CREATE TRIGGER audit_address_not_changed BEFORE UPDATE OR TRUNCATE ON audit_address FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE TRIGGER audit_entry_limit_not_own BEFORE INSERT ON audit_entry FOR EACH ROW WHEN ((new.action = 'application.limit_changed'::text)) EXECUTE FUNCTION refuse_own_administration();

CREATE TRIGGER audit_entry_not_own BEFORE INSERT ON audit_entry FOR EACH ROW WHEN ((new.action = ANY (ARRAY['application.reinstated'::text, 'application.owner_appointed'::text]))) EXECUTE FUNCTION refuse_own_administration();

CREATE TRIGGER audit_entry_not_own_appointment BEFORE INSERT ON audit_entry FOR EACH ROW WHEN ((new.action = 'organisation.owner_appointed'::text)) EXECUTE FUNCTION refuse_own_administration();

CREATE TRIGGER audit_entry_not_own_organisation BEFORE INSERT ON audit_entry FOR EACH ROW WHEN ((new.action = 'organisation.reinstated'::text)) EXECUTE FUNCTION refuse_own_administration();

CREATE TRIGGER client_secret_approval BEFORE INSERT OR UPDATE OF application_id, revoked_at ON client_secret FOR EACH ROW EXECUTE FUNCTION require_approval();

CREATE CONSTRAINT TRIGGER client_secret_rights_changed AFTER UPDATE ON client_secret DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((OLD.id, OLD.application_id, OLD.secret_hash, OLD.hash_key_id, OLD.retires_at, OLD.revoked_at, OLD.proof)
  IS DISTINCT FROM (NEW.id, NEW.application_id, NEW.secret_hash, NEW.hash_key_id, NEW.retires_at, NEW.revoked_at, NEW.proof)) EXECUTE FUNCTION note_rights_change('application_id');

CREATE CONSTRAINT TRIGGER client_secret_rights_deleted AFTER DELETE ON client_secret DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_rights_change('application_id');

CREATE TRIGGER client_secret_rights_emptied AFTER TRUNCATE ON client_secret FOR EACH STATEMENT EXECUTE FUNCTION note_rights_change();

CREATE TRIGGER decision_kept BEFORE UPDATE ON decision FOR EACH ROW EXECUTE FUNCTION keep_decision();

CREATE TRIGGER decision_not_own BEFORE INSERT ON decision FOR EACH ROW EXECUTE FUNCTION refuse_own_decision();

CREATE CONSTRAINT TRIGGER developer_activated_check AFTER INSERT OR UPDATE OF activated_at, password_hash, deleted_at ON developer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_way_in();

CREATE TRIGGER developer_activated_once BEFORE UPDATE OF activated_at ON developer FOR EACH ROW EXECUTE FUNCTION keep_activation();

CREATE TRIGGER developer_break_glass BEFORE INSERT OR UPDATE OF role, deleted_at, break_glass ON developer FOR EACH ROW EXECUTE FUNCTION end_break_glass();

CREATE TRIGGER developer_last_administrator BEFORE DELETE OR UPDATE OF role, activated_at, suspended_at, deleted_at ON developer FOR EACH ROW EXECUTE FUNCTION keep_administrator();

CREATE TRIGGER document_submitted_once BEFORE UPDATE OF submitted_at ON document FOR EACH ROW WHEN (((old.submitted_at IS NOT NULL) AND (new.submitted_at IS DISTINCT FROM old.submitted_at))) EXECUTE FUNCTION keep_submitted_at();

CREATE TRIGGER email_link_fits_account BEFORE UPDATE OF used_at ON email_link FOR EACH ROW EXECUTE FUNCTION refuse_link_use();

CREATE TRIGGER limit_request_kept BEFORE UPDATE ON limit_request FOR EACH ROW EXECUTE FUNCTION keep_limit_request();

CREATE TRIGGER network_request_kept BEFORE UPDATE ON network_request FOR EACH ROW EXECUTE FUNCTION keep_network_request();

CREATE TRIGGER organisation_settled AFTER UPDATE OF state ON organisation FOR EACH ROW WHEN (((old.state = 'suspended'::organisation_state) <> (new.state = 'suspended'::organisation_state))) EXECUTE FUNCTION settle_organisation();

CREATE TRIGGER rehearsal_ended AFTER UPDATE OF ended_at ON rehearsal FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION queue_finishing();

CREATE TRIGGER rehearsal_finished BEFORE UPDATE ON rehearsal FOR EACH ROW WHEN ((old.finished_at IS NOT NULL)) EXECUTE FUNCTION keep_finished_rehearsal();

CREATE TRIGGER state_transition_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON state_transition FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER submission_sent AFTER UPDATE OF version ON submission FOR EACH ROW WHEN ((new.version > old.version)) EXECUTE FUNCTION mark_submitted_documents();

CREATE TRIGGER terms_version_kept BEFORE DELETE OR UPDATE ON terms_version FOR EACH ROW EXECUTE FUNCTION keep_terms();

ALTER TABLE ONLY access_token
    ADD CONSTRAINT access_token_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY account_grant
    ADD CONSTRAINT account_grant_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY announcement_recipient
    ADD CONSTRAINT announcement_recipient_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcement(id);

ALTER TABLE ONLY application
    ADD CONSTRAINT application_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id);

ALTER TABLE ONLY application_invitation
    ADD CONSTRAINT application_invitation_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY application_invitation
    ADD CONSTRAINT application_invitation_invited_by_id_fkey FOREIGN KEY (invited_by_id) REFERENCES developer(id);

ALTER TABLE ONLY application_invitation
    ADD CONSTRAINT application_invitation_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id);

ALTER TABLE ONLY application_member
    ADD CONSTRAINT application_member_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY application_member
    ADD CONSTRAINT application_member_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id);

ALTER TABLE ONLY application_member
    ADD CONSTRAINT application_member_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id);

ALTER TABLE ONLY application
    ADD CONSTRAINT application_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id);

ALTER TABLE ONLY application_participant
    ADD CONSTRAINT application_participant_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY application_participant
    ADD CONSTRAINT application_participant_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id);

ALTER TABLE ONLY application_participant
    ADD CONSTRAINT application_participant_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id);

ALTER TABLE ONLY approved_access
    ADD CONSTRAINT approved_access_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id) ON DELETE CASCADE;

ALTER TABLE ONLY client_key
    ADD CONSTRAINT client_key_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY client_secret
    ADD CONSTRAINT client_secret_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY decision_draft
    ADD CONSTRAINT decision_draft_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id) ON DELETE CASCADE;

ALTER TABLE ONLY decision
    ADD CONSTRAINT decision_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id);

ALTER TABLE ONLY document_chunk
    ADD CONSTRAINT document_chunk_document_id_fkey FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE;

ALTER TABLE ONLY document
    ADD CONSTRAINT document_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id);

ALTER TABLE ONLY email_link
    ADD CONSTRAINT email_link_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY limit_request
    ADD CONSTRAINT limit_request_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY limit_request
    ADD CONSTRAINT limit_request_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES developer(id);

ALTER TABLE ONLY network_day
    ADD CONSTRAINT network_day_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY network_request
    ADD CONSTRAINT network_request_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY network_request
    ADD CONSTRAINT network_request_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES developer(id);

ALTER TABLE ONLY organisation_transition
    ADD CONSTRAINT organisation_transition_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id);

ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY personal_access_key
    ADD CONSTRAINT personal_access_key_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY provider_session
    ADD CONSTRAINT provider_session_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;

ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY refused_sign_in
    ADD CONSTRAINT refused_sign_in_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY rehearsal
    ADD CONSTRAINT rehearsal_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY session
    ADD CONSTRAINT session_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY session
    ADD CONSTRAINT session_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES sign_in_identity(id) ON DELETE CASCADE;

ALTER TABLE ONLY sign_in_identity
    ADD CONSTRAINT sign_in_identity_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY state_transition
    ADD CONSTRAINT state_transition_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY submission
    ADD CONSTRAINT submission_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY submission_message
    ADD CONSTRAINT submission_message_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id);

ALTER TABLE ONLY submission
    ADD CONSTRAINT submission_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id);

ALTER TABLE ONLY submission
    ADD CONSTRAINT submission_rehearsal_id_fkey FOREIGN KEY (rehearsal_id) REFERENCES rehearsal(id);

ALTER TABLE ONLY submission
    ADD CONSTRAINT submission_relies_on_id_fkey FOREIGN KEY (relies_on_id) REFERENCES organisation(id);

ALTER TABLE ONLY submission_requirement
    ADD CONSTRAINT submission_requirement_requirement_id_fkey FOREIGN KEY (requirement_id) REFERENCES requirement(id);

ALTER TABLE ONLY submission_requirement
    ADD CONSTRAINT submission_requirement_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id);

ALTER TABLE ONLY terms_acceptance
    ADD CONSTRAINT terms_acceptance_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY terms_acceptance
    ADD CONSTRAINT terms_acceptance_version_fkey FOREIGN KEY (version) REFERENCES terms_version(version);

ALTER TABLE ONLY terms_reminder
    ADD CONSTRAINT terms_reminder_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY terms_reminder
    ADD CONSTRAINT terms_reminder_version_fkey FOREIGN KEY (version) REFERENCES terms_version(version);

ALTER TABLE ONLY test_account
    ADD CONSTRAINT test_account_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY totp_factor
    ADD CONSTRAINT totp_factor_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY upload_window
    ADD CONSTRAINT upload_window_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES developer(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_attempt
    ADD CONSTRAINT webhook_attempt_endpoint_id_event_id_fkey FOREIGN KEY (endpoint_id, event_id) REFERENCES webhook_delivery(endpoint_id, event_id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_application_id_fkey FOREIGN KEY (application_id) REFERENCES application(id);

ALTER TABLE ONLY webhook_secret
    ADD CONSTRAINT webhook_secret_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION
  change_test_accounts(applications uuid[], changes jsonb[]),
  change_test_accounts_of(owner uuid, change jsonb),
  count_networks(applications uuid[], days date[], networks text[], counts bigint[]),
  count_rehearsal_calls(rehearsals uuid[]),
  describe_rehearsal(r rehearsal),
  describe_rehearsal(r rehearsal, with_calls boolean),
  describe_test_account(a test_account),
  discard_replaced_document(discarded uuid),
  drop_usage_partition(before timestamp with time zone),
  end_rehearsal(application uuid),
  end_rehearsal_by_program(application uuid),
  enqueue_job(task text, payload jsonb, run_at timestamp with time zone, job_key text),
  forget_rights(),
  lock_test_accounts(applications uuid[]),
  mint_access_token(secret uuid, new_generation bigint, new_nonce bytea, new_key_id text, new_hash bytea, lifetime interval, alone boolean),
  mint_access_tokens(secrets uuid[], new_generations bigint[], new_nonces bytea[], new_key_ids text[], new_hashes bytea[], lifetime interval),
  miss_rehearsal_call(missed uuid),
  prepare_usage_partitions(ahead integer),
  prune_unactivated(most integer),
  raise_rights(application uuid, kept integer),
  read_rehearsal(application uuid),
  read_rehearsal(application uuid, known text),
  sort_staged_accounts(),
  stage_accounts(),
  start_rehearsal(application uuid, rehearsal uuid),
  start_rehearsal_by_program(application uuid, rehearsal uuid),
  take_test_account_faults(applications uuid[], msisdns bigint[]),
  usage_of(applications uuid[], since timestamp with time zone, before timestamp with time zone),
  usage_of(application uuid, since timestamp with time zone, before timestamp with time zone)
FROM PUBLIC;

RESET check_function_bodies;

INSERT INTO reason_template (id, label_en, label_fr, text_en, text_fr) VALUES ('019aa3c0-0000-7000-8000-000000000101', 'A document cannot be read', 'Un document est illisible', 'One of the documents cannot be read. Please send a clear copy, with every page and every corner visible.', 'L’un des documents est illisible. Merci d’envoyer une copie nette, avec toutes les pages et tous les bords visibles.');
INSERT INTO reason_template (id, label_en, label_fr, text_en, text_fr) VALUES ('019aa3c0-0000-7000-8000-000000000102', 'A document is out of date', 'Un document est périmé', 'One of the documents is out of date. Please send a recent one, of less than three months.', 'L’un des documents n’est plus à jour. Merci d’en envoyer un récent, de moins de trois mois.');
INSERT INTO reason_template (id, label_en, label_fr, text_en, text_fr) VALUES ('019aa3c0-0000-7000-8000-000000000103', 'The names differ', 'Les noms diffèrent', 'The name of the company is not the same in all documents. Please send documents that agree, or explain the difference.', 'Le nom de la société n’est pas le même dans tous les documents. Merci d’envoyer des documents concordants, ou d’expliquer la différence.');
INSERT INTO reason_template (id, label_en, label_fr, text_en, text_fr) VALUES ('019aa3c0-0000-7000-8000-000000000104', 'The use is not clear', 'L’usage n’est pas clair', 'The description does not say what the balances are needed for. Please describe who uses the service and what it reads.', 'La description ne dit pas à quoi servent les soldes. Merci de décrire qui utilise le service et ce qu’il lit.');

INSERT INTO rights_counter DEFAULT VALUES;
INSERT INTO rights_change (number, mark) SELECT number, mark FROM rights_counter;

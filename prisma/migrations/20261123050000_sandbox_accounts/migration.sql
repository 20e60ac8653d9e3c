-- Sandbox accounts by API: faults that end by themselves, and changes by the gateway, which no table right allows.

-- A fault ends after so many calls or at a moment; with neither it stays until the account is changed or reset.
ALTER TABLE "test_account"
  ADD COLUMN "fault_calls" INTEGER,
  ADD COLUMN "fault_until" TIMESTAMPTZ(3);

-- What Prisma cannot say.

ALTER TABLE "test_account"
  ADD CONSTRAINT "test_account_fault_calls_check" CHECK ("fault_calls" > 0),
  ADD CONSTRAINT "test_account_fault_end_check" CHECK ("fault_calls" IS NULL OR "fault_until" IS NULL);

-- Not validated: they allow more than before.
ALTER TABLE "usage_minute" DROP CONSTRAINT "usage_minute_endpoint_check";
ALTER TABLE "usage_minute" ADD CONSTRAINT "usage_minute_endpoint_check"
  CHECK ("endpoint" IN ('token', 'account', 'revoke', 'introspect', 'sandbox')) NOT VALID;
ALTER TABLE "recent_call" DROP CONSTRAINT "recent_call_endpoint_check";
ALTER TABLE "recent_call" ADD CONSTRAINT "recent_call_endpoint_check"
  CHECK ("endpoint" IN ('token', 'account', 'revoke', 'introspect', 'sandbox')) NOT VALID;

ALTER TABLE "announcement" DROP CONSTRAINT "announcement_endpoint_check";
ALTER TABLE "announcement" ADD CONSTRAINT "announcement_endpoint_check"
  CHECK ("endpoint" IN ('token', 'account', 'revoke', 'introspect', 'sandbox')) NOT VALID;

-- Serialises what changes the test accounts of each of these applications, until the transaction ends. Always in the
-- same order, and before any row: two statements for many applications never wait for each other.
CREATE FUNCTION lock_test_accounts(applications uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  lock_key bigint;
BEGIN
  FOR lock_key IN
    SELECT DISTINCT hashtextextended('test_account' || id, 0) AS k FROM unnest(applications) AS id ORDER BY k
  LOOP
    PERFORM pg_advisory_xact_lock(lock_key);
  END LOOP;
END $$;

-- An account as lib/sandbox reads it: amounts are text, and a fault that has ended is gone.
CREATE FUNCTION describe_test_account(a test_account) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'msisdn', a.msisdn::text, 'type', a.type, 'status', a.status, 'currency', a.currency,
    'balance', a.balance::text, 'frozenBalance', a.frozen_balance::text,
    'delayMs', CASE WHEN a.fault_until <= clock_timestamp() THEN 0 ELSE a.simulated_delay_ms END,
    'error', CASE WHEN a.fault_until <= clock_timestamp() THEN NULL ELSE a.simulated_error END,
    'faultCalls', a.fault_calls,
    'faultSeconds', nullif(greatest(ceil(extract(epoch FROM a.fault_until - clock_timestamp())), 0), 0))
$$;

-- One change of one application's test accounts, whose lock the caller holds. "change" has the kind, the accounts or
-- the msisdn that it concerns. Returns the outcome and, after a reset, the accounts.
CREATE FUNCTION change_test_accounts_of(owner uuid, change jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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

-- Changes of several applications' test accounts in the given order, each as if it followed the one before.
CREATE FUNCTION change_test_accounts(applications uuid[], changes jsonb[]) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  results jsonb := '[]';
BEGIN
  PERFORM lock_test_accounts(applications);
  FOR i IN 1 .. cardinality(applications) LOOP
    results := results || jsonb_build_array(change_test_accounts_of(applications[i], changes[i]));
  END LOOP;
  RETURN results;
END $$;

-- Counts calls to accounts whose fault ends after a number of calls. Returns the fault of each call that still met one.
CREATE FUNCTION take_test_account_faults(applications uuid[], msisdns bigint[])
RETURNS TABLE ("position" integer, delay_ms integer, error text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

REVOKE ALL ON FUNCTION lock_test_accounts(uuid[]), describe_test_account(test_account),
  change_test_accounts_of(uuid, jsonb), change_test_accounts(uuid[], jsonb[]),
  take_test_account_faults(uuid[], bigint[]) FROM PUBLIC;

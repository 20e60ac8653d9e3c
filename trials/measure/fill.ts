import type { Client, Pool } from 'pg'
import { rollUpUsage } from '@/lib/usage/roll-up'
import { addDossier, addHistory, addTeam } from './fill-around'
import { busy } from './pages'

/**
 * How many of each: each submission has a Production application, calls are spread over the Sandbox ones. Each organisation
 * has its own submission.
 */
export type Amounts = { submissions: number; applications: number; organisations: number; calls: number }

const perDeveloper = 10

/**
 * Fills an empty migrated database with the contents of a portal after some busy months.
 * @param client as the owner of the tables, or the superuser
 * @param worker as the worker
 */
export async function fill(
  client: Client,
  worker: Pool,
  { submissions, applications, organisations, calls }: Amounts,
): Promise<void> {
  await client.query('BEGIN')
  await addPeople(client, Math.ceil(Math.max(submissions, applications) / perDeveloper))
  await addProduction(client, submissions)
  await addSandbox(client, applications)
  await addOrganisations(client, organisations)
  await partitionByDay(client)
  await addCalls(client, Math.ceil(calls / applications))
  await addBusyCalls(client)
  await addDossier(client)
  await addTeam(client)
  await addHistory(client, applications)
  await client.query('COMMIT')
  // As the worker leaves it, which aggregates everything older than two days every hour.
  await rollUpUsage(worker, Number.POSITIVE_INFINITY)
  await client.query('VACUUM ANALYZE')
}

async function addPeople(client: Client, developers: number): Promise<void> {
  await client.query(
    `INSERT INTO developer (id, email, password_hash, role, activated_at)
     SELECT gen_random_uuid(), who || '-' || n || '@measure.invalid', 'none', who::role, now()
     FROM (VALUES ('developer', $1::int), ('reviewer', 3)) AS people (who, many), generate_series(1, many) AS n`,
    [developers],
  )
  await client.query(`UPDATE developer SET role = 'administrator' WHERE email = 'reviewer-1@measure.invalid'`)
  await client.query(
    `INSERT INTO totp_factor (developer_id, secret_ciphertext, encryption_key_id, confirmed_at)
     SELECT id, '\\x00', 'none', now() FROM developer WHERE role <> 'developer'`,
  )
}

/** Six of ten are pending, most of them in time; the others were decided. One in twenty is claimed by a reviewer. */
async function addProduction(client: Client, submissions: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE filled ON COMMIT DROP AS
     SELECT n, gen_random_uuid() AS application_id, gen_random_uuid() AS submission_id,
       (ARRAY['approved', 'rejected', 'approved', 'changes_requested', 'in_validation', 'in_validation',
              'in_validation', 'in_validation', 'in_validation', 'in_validation'])[n % 10 + 1] AS state,
       now() - CASE WHEN n % 10 > 3 THEN n * interval '60 hours' / $1 ELSE n * interval '90 days' / $1 END AS at
     FROM generate_series(1, $1::int) AS n`,
    [submissions],
  )
  await client.query(
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, request_key, created_at)
     SELECT application_id, d.id, 'production', CASE WHEN filled.state = 'approved' THEN 'draft' ELSE filled.state END::application_state,
       'Shop ' || n, 'guichet_production_id_' || lpad(n::text, 22, '0'), application_id, at - interval '1 day'
     FROM filled JOIN developer d ON d.email = 'developer-' || (n - 1) / ${perDeveloper} + 1 || '@measure.invalid'`,
  )
  await client.query(
    `INSERT INTO submission (id, application_id, number, state, version, opened_at, submitted_at, due_at, decided_at,
       claimed_by_id, claimed_until)
     SELECT submission_id, application_id, 1, filled.state::submission_state, 1, at - interval '1 day', at,
       at + interval '48 hours', CASE WHEN filled.state <> 'in_validation' THEN at + interval '1 day' END,
       CASE WHEN n % 20 = 5 THEN r.id END, CASE WHEN n % 20 = 5 THEN now() + interval '1 hour' END
     FROM filled JOIN developer r ON r.email = 'reviewer-' || n / 20 % 3 + 1 || '@measure.invalid'`,
  )
  await client.query(
    `INSERT INTO decision (id, submission_id, submission_version, reviewer_id, outcome, reason, document_ids, decided_at)
     SELECT gen_random_uuid(), submission_id, 1, r.id, filled.state::decision_outcome, 'Measured', '{}', at + interval '1 day'
     FROM filled JOIN developer r ON r.email = 'reviewer-1@measure.invalid' WHERE filled.state <> 'in_validation'`,
  )
  await client.query(
    `UPDATE application SET state = 'active' FROM filled WHERE application_id = application.id AND filled.state = 'approved'`,
  )
}

async function addSandbox(client: Client, applications: number): Promise<void> {
  await client.query(
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, request_key)
     SELECT gen_random_uuid(), d.id, 'sandbox', 'active', 'Till ' || n,
       'guichet_sandbox_id_' || lpad(n::text, 22, '0'), gen_random_uuid()
     FROM generate_series(1, $1::int) AS n
     JOIN developer d ON d.email = 'developer-' || (n - 1) / ${perDeveloper} + 1 || '@measure.invalid'`,
    [applications],
  )
  await client.query(
    `INSERT INTO client_secret (id, application_id, secret_hash, hash_key_id, ciphertext, encryption_key_id)
     SELECT gen_random_uuid(), id, sha256(id::text::bytea), 'none', '\\x00', 'none'
     FROM application WHERE environment = 'sandbox'`,
  )
}

/**
 * A tenth waits to be verified; the others are verified, and each has a Production application, which was approved with its
 * own documents. The first has two hundred applications more.
 */
async function addOrganisations(client: Client, organisations: number): Promise<void> {
  await client.query(
    `INSERT INTO organisation (id, state, legal_name, country, registration_number, registered_address,
       legal_representative, request_key, verified_at)
     SELECT gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'in_verification' ELSE 'verified' END::organisation_state,
       'Company ' || n, 'SN', 'SN-' || n, 'Dakar', 'Awa Diop', gen_random_uuid(), CASE WHEN n % 10 <> 0 THEN now() END
     FROM generate_series(1, $1::int) AS n`,
    [organisations],
  )
  await client.query(
    `INSERT INTO application_member (organisation_id, developer_id, role)
     SELECT o.id, d.id, 'owner' FROM organisation o
     JOIN developer d ON d.email = 'developer-' || 1 + substr(o.legal_name, 9)::int % $1 || '@measure.invalid'`,
    [Math.ceil(organisations / perDeveloper)],
  )
  await client.query(
    `INSERT INTO submission (id, organisation_id, number, state, version, submitted_at, due_at)
     SELECT gen_random_uuid(), id, 1, CASE state WHEN 'verified' THEN 'approved' ELSE 'in_validation' END::submission_state,
       1, now() - interval '1 day', now() + interval '1 day' FROM organisation`,
  )
  await client.query(
    `WITH placed AS (
       SELECT o.id AS organisation_id, a.id FROM organisation o
       JOIN application a ON a.client_id = 'guichet_production_id_' || lpad(substr(o.legal_name, 9), 22, '0')
       WHERE o.state = 'verified' AND a.state = 'active')
     UPDATE application a SET organisation_id = placed.organisation_id FROM placed WHERE a.id = placed.id`,
  )
  await client.query(
    `INSERT INTO application (id, developer_id, environment, state, name, client_id, request_key, organisation_id)
     SELECT gen_random_uuid(), m.developer_id, 'sandbox', 'active', 'Branch ' || n,
       'guichet_sandbox_id_' || lpad('b' || n, 22, '0'), gen_random_uuid(), o.id
     FROM generate_series(1, 200) AS n, organisation o JOIN application_member m ON m.organisation_id = o.id
     WHERE o.legal_name = 'Company 1'`,
  )
}

/** Minutes are in a partition a day, as after a month of use. */
async function partitionByDay(client: Client): Promise<void> {
  await client.query(
    `DO $$
     DECLARE first date := now() - interval '31 days';
     BEGIN
       ALTER TABLE usage_minute DETACH PARTITION usage_minute_before;
       EXECUTE format('ALTER TABLE usage_minute ATTACH PARTITION usage_minute_before FOR VALUES FROM (MINVALUE) TO (%L)', first);
       FOR n IN 0..32 LOOP
         EXECUTE format('CREATE TABLE usage_minute_%s PARTITION OF usage_minute FOR VALUES FROM (%L) TO (%L)',
           to_char(first + n, 'YYYYMMDD'), first + n, first + n + 1);
       END LOOP;
     END $$`,
  )
}

/** Each call is recorded as gateways do: in its minute's counts, and among the application's last calls. */
async function addCalls(client: Client, each: number): Promise<void> {
  const calls = `FROM application a, generate_series(1, $1::int) AS n WHERE a.environment = 'sandbox'`
  await client.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, latency_le_10)
     SELECT a.id, date_trunc('minute', now()) - n * interval '7 minutes', 'account', 1, 1 ${calls}`,
    [each],
  )
  await client.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, masked_msisdn, address)
     SELECT a.id, gen_random_uuid(), now() - n * interval '7 minutes', 'account', 200, 8, '9990****001', '192.0.2.1' ${calls}`,
    [each],
  )
}

/** One application is called every minute for a month, with as many token requests. */
async function addBusyCalls(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO usage_minute (application_id, minute, endpoint, succeeded, refused, latency_le_10, tokens_reused)
     SELECT id, date_trunc('minute', now()) - n * interval '1 minute', endpoint, 40, 2, 42,
       CASE WHEN endpoint = 'token' THEN 40 ELSE 0 END
     FROM application, generate_series(1, 30 * 1440) AS n, (VALUES ('token'), ('account')) AS endpoints (endpoint)
     WHERE client_id = $1
     ON CONFLICT DO NOTHING`,
    [busy.clientId],
  )
}

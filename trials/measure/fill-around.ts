import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { busy } from './pages'

const application = '(SELECT id FROM application WHERE client_id = $1)'

/** Documents, a conversation and a timeline for the submission that a reviewer opens. */
export async function addDossier(client: Client): Promise<void> {
  const submission = `(SELECT s.id FROM submission s JOIN application a ON a.id = application_id WHERE a.client_id = $1)`
  await client.query(
    `INSERT INTO requirement (id, name_en, name_fr, accepted_kinds, max_bytes, position)
     SELECT gen_random_uuid(), 'Document ' || n, 'Document ' || n, '{pdf}', 10000000, n FROM generate_series(1, 5) AS n`,
  )
  await client.query(
    `INSERT INTO submission_requirement (submission_id, requirement_id, name_en, name_fr, help_en, help_fr, required,
       accepted_kinds, max_bytes, position)
     SELECT ${submission}, id, name_en, name_fr, '', '', true, accepted_kinds, max_bytes, position FROM requirement`,
    [busy.submittedClientId],
  )
  await client.query(
    `INSERT INTO document (id, submission_id, requirement_id, version, name, kind, size, sha256, encryption_key_id, replaced_at)
     SELECT gen_random_uuid(), ${submission}, id, version, 'document.pdf', 'pdf', 100000, sha256('a'), 'none',
       CASE WHEN version < 3 THEN now() END
     FROM requirement, generate_series(1, 3) AS version`,
    [busy.submittedClientId],
  )
  await client.query(
    `INSERT INTO submission_message (id, submission_id, author_id, author_role, body)
     SELECT gen_random_uuid(), ${submission}, d.id, 'developer', repeat('What is still missing? ', 20)
     FROM developer d, generate_series(1, 20) WHERE d.email = 'developer-1@measure.invalid'`,
    [busy.submittedClientId],
  )
  await client.query(
    `INSERT INTO state_transition (id, application_id, to_state, actor_role)
     SELECT gen_random_uuid(), ${application}, 'in_validation', 'developer' FROM generate_series(1, 20)`,
    [busy.submittedClientId],
  )
}

/** A team of six, five pending invitations, fifty test accounts, and some bad days of the services. */
export async function addTeam(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO application_member (application_id, developer_id, role)
     SELECT ${application}, id, 'owner' FROM developer WHERE email LIKE 'developer-1_@measure.invalid' LIMIT 5`,
    [busy.clientId],
  )
  for (let count = 1; count <= 5; count += 1)
    await client.query(
      `INSERT INTO application_invitation (id, application_id, email, role, invited_by_id, token_hash, expires_at)
       SELECT gen_random_uuid(), a.id, $2, 'member', a.developer_id, $3, now() + interval '1 day'
       FROM application a WHERE client_id = $1`,
      [busy.clientId, `guest-${count}@measure.invalid`, randomBytes(32)],
    )
  await client.query(
    `INSERT INTO test_account (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of, original)
     SELECT ${application}, $2::bigint + n, 'customer', 'active', 'XOF', n, 0, now(), '{}' FROM generate_series(0, 49) AS n`,
    [busy.clientId, busy.msisdn],
  )
  await client.query(
    `INSERT INTO service_day (service, day, minutes_checked, minutes_down, checked_at, ready)
     SELECT service, (now() AT TIME ZONE 'UTC')::date - n, 1440, CASE WHEN n % 30 = 7 THEN 12 ELSE 0 END, now(), true
     FROM unnest(ARRAY['portal', 'sandbox', 'production', 'worker', 'database']) AS service, generate_series(0, 89) AS n`,
  )
}

/** The actions and e-mails in the life of so many applications, and open alerts for an administrator. */
export async function addHistory(client: Client, applications: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_entry (at, actor_id, actor_role, action, subject_type, subject_id, detail)
     SELECT now(), developer_id, 'developer', action, 'application', id, '{}'
     FROM (SELECT * FROM application ORDER BY client_id LIMIT $1) applications,
       unnest(ARRAY['application.created', 'secret.revealed', 'secret.rotated']) AS action`,
    [applications],
  )
  await client.query(
    `INSERT INTO mail_message (id, to_address, template, locale, encryption_key_id, status, created_at, sent_at, last_error)
     SELECT gen_random_uuid(), 'developer-' || n || '@measure.invalid', 'application-created', 'en', 'none',
       CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'sent' END::mail_status, now() - n * interval '1 minute', now(),
       CASE WHEN n % 100 = 0 THEN 'The relay did not answer.' END
     FROM generate_series(1, 3 * $1::int) AS n`,
    [applications],
  )
  await client.query(
    `INSERT INTO operator_alert (id, kind, application_id, hour)
     SELECT gen_random_uuid(), 'unknown_accounts', id, date_trunc('hour', now()) FROM application LIMIT 200`,
  )
}

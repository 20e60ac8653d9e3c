import type { Pool } from 'pg'

/** Invariants, each as a query for the rows that violate it. */
const invariants: Record<string, string> = {
  'an application has an owner, and names one': `
    SELECT a.id FROM application a WHERE a.state <> 'deleted' AND NOT EXISTS (
      SELECT FROM application_team m
      WHERE m.application_id = a.id AND m.role = 'owner' AND m.developer_id = a.developer_id)`,
  'an application serves exactly while an owner can act and its organisation is not suspended': `
    SELECT a.id FROM application a WHERE a.state <> 'deleted' AND a.owner_suspended = (EXISTS (
      SELECT FROM application_team m JOIN developer d ON d.id = m.developer_id
      WHERE m.application_id = a.id AND m.role = 'owner' AND d.suspended_at IS NULL)
      AND NOT EXISTS (SELECT FROM organisation o WHERE o.id = a.organisation_id AND o.state = 'suspended'))`,
  'no deleted account is on a team': `
    SELECT m.application_id FROM application_member m
    JOIN developer d ON d.id = m.developer_id JOIN application a ON a.id = m.application_id
    WHERE d.deleted_at IS NOT NULL AND a.state <> 'deleted'`,
  'an application has one current secret, and one that retires at most': `
    SELECT application_id FROM client_secret WHERE revoked_at IS NULL AND NOT proof GROUP BY 1
    HAVING count(*) FILTER (WHERE retires_at IS NULL) > 1 OR count(*) > 2`,
  'a deleted application has no secret': `
    SELECT s.id FROM client_secret s JOIN application a ON a.id = s.application_id
    WHERE a.state = 'deleted' AND s.revoked_at IS NULL`,
  'a token is alive only while its application serves': `
    SELECT t.application_id FROM access_token t JOIN application a ON a.id = t.application_id
    WHERE t.expires_at > clock_timestamp() AND (a.state NOT IN ('active', 'activating') OR a.owner_suspended)`,
  'a person has one set of recovery codes': `
    SELECT developer_id FROM recovery_code WHERE used_at IS NULL GROUP BY 1 HAVING count(*) > 10`,
  'no one decides on an application that they ever shared': `
    SELECT d.id FROM decision d JOIN submission s ON s.id = d.submission_id
    JOIN application_participant p ON p.application_id = s.application_id AND p.developer_id = d.reviewer_id`,
  'no one decides on an organisation that they ever belonged to, or whose application they ever shared': `
    SELECT d.id FROM decision d JOIN submission s ON s.id = d.submission_id
    LEFT JOIN application a ON a.id = s.application_id OR a.organisation_id = s.organisation_id
    JOIN application_participant p ON p.developer_id = d.reviewer_id
      AND (p.organisation_id IN (s.organisation_id, a.organisation_id) OR p.application_id = a.id)`,
  'no administrator reinstates, or appoints an owner of, an organisation that they ever belonged to': `
    SELECT e.sequence FROM audit_entry e JOIN application_participant p
      ON p.organisation_id::text = e.subject_id AND p.developer_id = e.actor_id
    WHERE e.action IN ('organisation.reinstated', 'organisation.owner_appointed')`,
  'an organisation has an owner until it is closed, and no application afterwards': `
    SELECT o.id FROM organisation o WHERE o.state <> 'closed' AND NOT EXISTS (
        SELECT FROM application_member m WHERE m.organisation_id = o.id AND m.role = 'owner')
      OR o.state = 'closed' AND EXISTS (
        SELECT FROM application a WHERE a.organisation_id = o.id AND a.state <> 'deleted')`,
  'an organisation has the state of its submission': `
    SELECT s.id FROM submission s JOIN organisation o ON o.id = s.organisation_id
    WHERE NOT s.revision AND (
      s.state = 'in_validation' AND o.state NOT IN ('in_verification', 'suspended')
      OR o.state = 'closed' AND s.state IN ('draft', 'in_validation', 'changes_requested'))`,
  'no administrator reinstates, or appoints an owner of, an application that they ever shared': `
    SELECT e.sequence FROM audit_entry e JOIN application_participant p
      ON p.application_id::text = e.subject_id AND p.developer_id = e.actor_id
    WHERE e.action IN ('application.reinstated', 'application.owner_appointed', 'application.limit_changed')`,
  'no one decides on the limit of an application that they ever shared': `
    SELECT l.id FROM limit_request l JOIN application_participant p
      ON p.application_id = l.application_id AND p.developer_id = l.decided_by_id`,
  'a deleted application has no open limit request': `
    SELECT l.id FROM limit_request l JOIN application a ON a.id = l.application_id
    WHERE l.state = 'open' AND a.state = 'deleted'`,
  'no one decides on the addresses of an application that they ever shared': `
    SELECT n.id FROM network_request n JOIN application_participant p
      ON p.application_id = n.application_id AND p.developer_id = n.decided_by_id`,
  'a deleted application has no addresses, and no request for any': `
    SELECT a.id FROM application a WHERE a.state = 'deleted' AND (a.allowed_networks <> '{}'
      OR EXISTS (SELECT FROM network_day d WHERE d.application_id = a.id)
      OR EXISTS (SELECT FROM network_request n WHERE n.application_id = a.id AND (n.state = 'open' OR n.networks <> '{}')))`,
  'the addresses of an application that was approved are among the approved ones': `
    SELECT a.id FROM application a CROSS JOIN unnest(a.allowed_networks) AS own (range)
    WHERE a.state = 'active' AND a.approved_networks <> '{}' AND NOT EXISTS (
      SELECT FROM unnest(a.approved_networks) AS approved (range) WHERE own.range::cidr <<= approved.range::cidr)`,
  'everyone on a team is known to have been on it': `
    SELECT m.id FROM application_member m WHERE NOT EXISTS (
      SELECT FROM application_participant p WHERE p.developer_id = m.developer_id
        AND (p.application_id = m.application_id OR p.organisation_id = m.organisation_id))`,
  'a claim is held by someone who may decide': `
    SELECT s.id FROM submission s JOIN developer d ON d.id = s.claimed_by_id
    WHERE s.claimed_until > now() AND (d.role = 'developer' OR d.suspended_at IS NOT NULL OR d.deleted_at IS NOT NULL
      OR EXISTS (SELECT FROM application_participant p
                 WHERE p.application_id = s.application_id AND p.developer_id = d.id))`,
  // Some fixtures suspend people in the database, without the command.
  'a suspended or deleted account has no live session': `
    SELECT s.id FROM session s JOIN developer d ON d.id = s.developer_id
    WHERE s.revoked_at IS NULL AND (d.deleted_at IS NOT NULL OR d.suspended_at IS NOT NULL AND EXISTS (
      SELECT FROM audit_entry e WHERE e.subject_id = d.id::text AND e.action = 'developer.suspended'))`,
  'an application has the state of its submission': `
    SELECT s.id FROM submission s JOIN application a ON a.id = s.application_id
    WHERE NOT s.revision AND (
      s.state IN ('in_validation', 'changes_requested') AND a.state::text <> s.state::text
      OR a.state = 'deleted' AND s.state IN ('draft', 'in_validation', 'changes_requested'))`,
  'an application that awaits its proof has an approval and a secret': `
    SELECT a.id FROM application a WHERE a.state = 'activating' AND (
      NOT EXISTS (SELECT FROM client_secret s WHERE s.application_id = a.id AND s.revoked_at IS NULL)
      OR NOT EXISTS (SELECT FROM submission s WHERE s.application_id = a.id AND s.state = 'approved'))`,
  'the record is one chain': `
    SELECT sequence FROM (
      SELECT sequence, previous_hash, lag(sequence) OVER before AS previous, lag(hash) OVER before AS expected
      FROM audit_entry WINDOW before AS (ORDER BY sequence)) e
    WHERE previous IS NOT NULL AND (sequence <> previous + 1 OR previous_hash <> expected)`,
  'no e-mail or IP address is in the chain of the record': `
    SELECT sequence FROM audit_entry WHERE detail::text ~ '@|\\d\\.\\d+\\.\\d+\\.\\d'`,
  'there is an administrator': `
    SELECT 1 WHERE NOT EXISTS (
      SELECT FROM developer
      WHERE role = 'administrator' AND activated_at IS NOT NULL AND suspended_at IS NULL AND deleted_at IS NULL)`,
}

/** The violations, each as the name of an invariant and a row that violates it. */
export async function findBroken(sql: Pool): Promise<string[]> {
  const asked = Object.entries(invariants).map(
    ([name, query]) => `SELECT '${name}: ' || broken::text AS broken FROM (${query}) broken`,
  )
  // Named, so that PostgreSQL plans it once for each connection.
  const { rows } = await sql.query({ name: 'broken', text: asked.join(' UNION ALL ') })
  return rows.map(({ broken }) => broken)
}

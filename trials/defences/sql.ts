// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for literally
import { defence } from './defence'

const session = 'lib/identity/session.ts'
const signIn = 'lib/identity/sign-in.test.ts'
const deciding = 'lib/validation/decide.test.ts'
const identity = 'prisma/migrations/20261122131000_identity/migration.sql'
const links = 'lib/identity/links.slow.test.ts'
const throttle = 'lib/identity/throttle.ts'
const migration = 'prisma/migrations/20261122132000_conflicts/migration.sql'
const interest = 'lib/validation/interest.test.ts'
const granted = 'prisma/grants.test.ts'
const bearers = 'lib/tokens/queries.ts'
const rehearsalMigration = 'prisma/migrations/20261123090000_rehearsals/migration.sql'
const rehearsals = 'lib/rehearsals/rehearsals.test.ts'
const accounts = 'gateway/account-endpoint.test.ts'
const limits = 'lib/documents/limits.test.ts'
const documentsMigration = 'prisma/migrations/20261122133000_documents/migration.sql'
const foundations = 'prisma/migrations/20261121000000_foundations/migration.sql'

/** What triggers, constraints, grants and the texts of queries hold. */
export const sqlDefences = [
  defence('A revoked session is dead', session, 's.revoked_at IS NULL AND', signIn, 'a session'),
  defence(
    'A session fits the version of its developer',
    session,
    'AND d.session_version = ${sessionVersion}',
    signIn,
    'a session',
  ),
  defence(
    'A session has an absolute end',
    session,
    [['AND s.expires_at > ${now()}', '']],
    signIn,
    'a session',
  ),
  defence(
    'The last administrator stays, by trigger',
    'prisma/migrations/20261121040000_administration/migration.sql',
    [
      [
        'CREATE TRIGGER developer_last_administrator BEFORE UPDATE OF role, activated_at, suspended_at, deleted_at OR DELETE\n  ON developer FOR EACH ROW EXECUTE FUNCTION keep_administrator();',
        'CREATE TRIGGER developer_last_administrator BEFORE TRUNCATE\n  ON developer FOR EACH STATEMENT EXECUTE FUNCTION keep_administrator();',
      ],
    ],
    'lib/developers/roles.test.ts',
    'the database itself',
  ),
  defence(
    'Nor does the database let them',
    'prisma/migrations/20261121020000_validation/migration.sql',
    'CREATE TRIGGER decision_not_own BEFORE INSERT ON decision FOR EACH ROW EXECUTE FUNCTION refuse_own_decision();',
    deciding,
    'their own application',
  ),
  defence(
    'Nor does the database let another account use it',
    identity,
    [
      [
        'CREATE TRIGGER email_link_fits_account BEFORE UPDATE OF used_at',
        'CREATE TRIGGER email_link_fits_account BEFORE UPDATE OF id',
      ],
    ],
    links,
    'the database itself',
  ),
  defence(
    'An account is activated once, by trigger',
    identity,
    [
      [
        'CREATE TRIGGER developer_activated_once BEFORE UPDATE OF activated_at',
        'CREATE TRIGGER developer_activated_once BEFORE UPDATE OF id',
      ],
    ],
    links,
    'the database itself',
  ),
  defence(
    'Failures leak away under continuous use',
    throttle,
    [['greatest(t.failures - leaked, 0)', 't.failures']],
    'lib/identity/throttle.test.ts',
    'a shared address',
  ),
  defence(
    'Production serves behind an approval on record',
    'prisma/migrations/20261121000000_foundations/migration.sql',
    [
      [
        'CREATE TRIGGER client_secret_approval BEFORE INSERT OR UPDATE OF application_id, revoked_at ON client_secret',
        'CREATE TRIGGER client_secret_approval BEFORE UPDATE OF id ON client_secret',
      ],
    ],
    'lib/validation/transitions.slow.test.ts',
    'after an approval',
  ),
  defence(
    'Someone who left a team keeps their interest',
    migration,
    [
      [
        'VALUES (NEW.application_id, NEW.developer_id, NEW.joined_at) ON CONFLICT DO NOTHING;',
        'SELECT NEW.application_id, NEW.developer_id, NEW.joined_at WHERE false;',
      ],
    ],
    interest,
    'a decision is refused',
  ),
  defence(
    'An invitation that waits is an interest',
    migration,
    [["THEN 'invited'", 'THEN NULL']],
    interest,
    'while an invitation is open',
  ),
  defence(
    'No one decides whose role has ended meanwhile',
    'lib/applications/conflict-of-interest.ts',
    [["AND role <> 'developer' AND suspended_at IS NULL", 'AND suspended_at IS NULL']],
    interest,
    'whose role ended',
  ),
  defence(
    'Nor does the database let them join',
    migration,
    [['IF has_decided_on(NEW.application_id, NEW.developer_id) THEN', 'IF false THEN']],
    interest,
    'joining is refused',
  ),
  defence(
    'Nor does the database let an administrator',
    migration,
    [
      [
        "WHEN (NEW.action IN ('application.reinstated', 'application.owner_appointed'))",
        "WHEN (NEW.action = 'nothing')",
      ],
    ],
    interest,
    'neither reinstates',
  ),
  defence(
    'Teams are locked in one order',
    'lib/applications/team-members.ts',
    [['ORDER BY id FOR SHARE', 'ORDER BY id DESC FOR SHARE']],
    'lib/applications/invite.test.ts',
    'in the order of their ids',
  ),
  defence(
    'A token lives five minutes at most, by constraint',
    migration,
    [['CHECK ("expires_at" <= "issued_at" + interval \'5 minutes\')', 'CHECK (true)']],
    granted,
    'longer than five minutes',
  ),
  defence(
    'The end of a token is never put off',
    migration,
    [['WHEN (NEW.expires_at > OLD.expires_at OR NEW.issued_at > OLD.issued_at)', 'WHEN (false)']],
    granted,
    'longer than five minutes',
  ),
  defence(
    'Functions are bound to the tables of the schema',
    migration,
    'ALTER FUNCTION require_approval_to_serve() SET search_path = public, pg_temp;',
    granted,
    'temporary table',
  ),
  defence(
    'Temporary tables are for the owner of the database',
    'prisma/grants.ts',
    [['REVOKE TEMPORARY ON', 'REVOKE CREATE ON']],
    granted,
    'migrating leaves',
  ),
  defence(
    'No lock of a gateway stops the record',
    'prisma/migrations/20261123010000_audit_addresses/migration.sql',
    [['LOCK TABLE audit_turn IN EXCLUSIVE MODE', "PERFORM pg_advisory_xact_lock(hashtext('audit_entry'))"]],
    granted,
    'whatever lock',
  ),
  defence(
    'A token is good in its environment only',
    bearers,
    [['AND a.environment = $3::environment\n', 'AND $3::environment IS NOT NULL\n']],
    accounts,
    'identical 401',
  ),
  defence(
    'A token ends',
    bearers,
    [["const isLive = 't.expires_at > now()'", "const isLive = 'true'"]],
    accounts,
    'identical 401',
  ),
  defence(
    'A finished rehearsal never changes',
    rehearsalMigration,
    [['WHEN (OLD.finished_at IS NOT NULL)', 'WHEN (false)']],
    rehearsals,
    'never changes again',
  ),
  defence(
    'An application that is not served has no rehearsal',
    rehearsalMigration,
    [["(NEW.state <> 'active' OR NEW.owner_suspended)", 'false']],
    'gateway/rehearsal.test.ts',
    'no rehearsal any more',
  ),
  defence(
    'A rehearsal has 2,000 calls',
    rehearsalMigration,
    [['ORDER BY q.place LIMIT greatest(2000 - counted.calls, 0);', 'ORDER BY q.place;']],
    'gateway/rehearsal.test.ts',
    'one more ends it',
  ),
  defence(
    'A suspended owner stops an application',
    bearers,
    'AND NOT a.owner_suspended',
    'gateway/token-rules.test.ts',
    'suspended owner',
  ),
  defence(
    'An application reads what it was granted',
    bearers,
    [["`(t.access = 'all'\n", '`(true\n']],
    accounts,
  ),
  defence(
    'A developer uploads so much an hour',
    'lib/documents/limits.ts',
    '\n     WHERE w.started_at <= $4 OR w.bytes + $3 <= $5',
    limits,
    'within an hour',
  ),
  defence(
    'What reviewers got keeps its content',
    documentsMigration,
    [
      [
        'replaced_at IS NOT NULL AND submitted_at IS NULL AND purged_at',
        'replaced_at IS NOT NULL AND purged_at',
      ],
    ],
    limits,
    'replaced version',
  ),
  defence(
    'What reviewers got stays marked',
    documentsMigration,
    [['WHEN (OLD.submitted_at IS NOT NULL AND', 'WHEN (false AND']],
    limits,
    'replaced version',
  ),
  defence(
    'Audit rows are append-only',
    foundations,
    [
      [
        'CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry\n  FOR EACH STATEMENT',
        'CREATE TRIGGER audit_entry_append_only BEFORE INSERT ON audit_entry\n  FOR EACH ROW WHEN (false)',
      ],
    ],
    'lib/audit/audit.test.ts',
  ),
  defence(
    'Who writes an audit row does not choose its number',
    foundations,
    [
      [
        'CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE',
        'CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.sequence IS NULL) EXECUTE',
      ],
    ],
    'prisma/grants.test.ts',
    'does not choose its number',
  ),
  defence(
    'The portal cannot rewrite the record',
    'prisma/grants.ts',
    [
      [
        "'SELECT, INSERT ON document_chunk, decision,",
        "'SELECT, INSERT, UPDATE, DELETE ON document_chunk, decision,",
      ],
    ],
    'prisma/grants.test.ts',
    'audit log',
  ),
  defence(
    'A gateway sees no encrypted secret',
    'prisma/grants.ts',
    [
      [
        "'SELECT (id, application_id, secret_hash, hash_key_id, retires_at, revoked_at, last_used_at, proof) ON client_secret'",
        "'SELECT ON client_secret'",
      ],
    ],
    'prisma/grants.test.ts',
    'the gateway sees',
  ),
]

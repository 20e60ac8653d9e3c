import { defence } from './defence'

const migration = 'prisma/migrations/20261122132000_conflicts/migration.sql'
const interest = 'lib/validation/interest.test.ts'
const exporting = 'lib/lifecycle/export-developer.test.ts'
const granted = 'prisma/grants.test.ts'

/** Conflicts of interest, claims, locks, and what the database holds by itself. */
export const conflictDefences = [
  defence(
    'No one decides on an application that they have an interest in',
    'lib/documents/locked-submission.ts',
    "  if (interest) return refused(interest === 'invited' ? 'invited' : 'own_application')\n",
    interest,
    'a decision is refused',
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
    'lib/documents/locked-submission.ts',
    [["AND role <> 'developer' AND suspended_at IS NULL", 'AND suspended_at IS NULL']],
    interest,
    'whose role ended',
  ),
  defence(
    'No one joins an application that they have decided on',
    'lib/applications/join.ts',
    "if (await hasDecidedOn(transaction, applicationId, developer.id)) return refused('decided')",
    interest,
    'joining is refused',
  ),
  defence(
    'Nor does the database let them join',
    migration,
    [['IF has_decided_on(NEW.application_id, NEW.developer_id) THEN', 'IF false THEN']],
    interest,
    'joining is refused',
  ),
  defence(
    'An approval by someone who joined afterwards does not count',
    'lib/validation/decide.ts',
    [[', ...joined.map(({ developerId }) => developerId)]', ']']],
    interest,
    'first of two approvals',
  ),
  defence(
    'No administrator reinstates an application that they have an interest in',
    'lib/lifecycle/suspend-application.ts',
    "    if (interest) return refused(interest === 'invited' ? 'invited' : 'own_application')\n",
    interest,
    'neither reinstates',
  ),
  defence(
    'Nor appoints its owner',
    'lib/applications/appoint-owner.ts',
    "    if (interest) return refused(interest === 'invited' ? 'invited' : 'own_application')\n",
    interest,
    'appoints no owner',
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
    'A claim ends with the right to decide',
    'lib/developers/claims.ts',
    [['where: { claimedById: reviewerId, applicationId }', 'where: { id: reviewerId, applicationId }']],
    interest,
    'a claim ends',
  ),
  defence(
    'Messages of applicants go to people who may decide',
    'lib/validation/messages.ts',
    [
      [
        'reviewers.find(({ id }) => id === claimedById)',
        "await transaction.developer.findFirst({ where: { id: claimedById ?? '' } })",
      ],
    ],
    interest,
    'may no longer decide',
  ),
  defence(
    'Teams are locked in one order',
    'lib/applications/team-members.ts',
    [['ORDER BY id FOR SHARE', 'ORDER BY id DESC FOR SHARE']],
    'lib/applications/invite.test.ts',
    'in the order of their ids',
  ),
  defence(
    'A transaction that ended in a deadlock is run again',
    'lib/database.ts',
    [['const maxAttempts = 4', 'const maxAttempts = 1']],
    'lib/database.test.ts',
    'deadlock',
  ),
  defence(
    'An export shows no mail of an earlier holder of the address',
    'lib/mail/commands.ts',
    '      developerId: to.id,\n',
    exporting,
    'each of their addresses',
  ),
  defence(
    'An export shows no invitation that an earlier holder answered',
    'lib/lifecycle/export-developer.ts',
    [['where: { email, ...live() }', 'where: { email }']],
    exporting,
    'earlier holder of the address answered',
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
    migration,
    [['LOCK TABLE audit_turn IN EXCLUSIVE MODE', "PERFORM pg_advisory_xact_lock(hashtext('audit_entry'))"]],
    granted,
    'whatever lock',
  ),
]

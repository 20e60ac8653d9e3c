// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for as they stand
import { defence } from './defence'

const session = 'lib/developers/session.ts'
const link = 'lib/developers/link.ts'
const decide = 'lib/validation/decide.ts'
const signIn = 'lib/developers/sign-in.test.ts'
const activation = 'lib/developers/activation.test.ts'
const deciding = 'lib/validation/decide.test.ts'

/** Accounts, sessions, ownership and decisions. */
export const peopleDefences = [
  defence(
    'An application is looked up with its team',
    'lib/applications/rights.ts',
    [['members: { some: { developerId, role: { in: [...rights[right]] } } },', '']],
    'app/actions.test.ts',
    'saveDetails refuses|rotate refuses',
  ),
  defence(
    'A submission is looked up with the team of its application',
    'lib/validation/locked-submission.ts',
    [["application: openTo(developerId, 'documents')", '']],
    'app/actions.test.ts',
    'sendMessage refuses|move refuses',
  ),
  defence(
    'A session is ended by its owner only',
    session,
    [
      [
        'where: { id: sessionId, developerId: owner.id, revokedAt: null }',
        'where: { id: sessionId, revokedAt: null }',
      ],
    ],
    signIn,
    'a session',
  ),
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
    'A session ends in silence',
    session,
    [['session && !isIdle(session, session.role) ? session : null', 'session ?? null']],
    signIn,
    'a session',
  ),
  defence(
    'A confirmation is good for 15 minutes',
    session,
    [['confirmedAt.getTime() + confirmationMinutes * 60_000 > now().getTime()', 'true']],
    'app/actions.test.ts',
    'turnOff asks',
  ),
  defence(
    'Short passwords are refused',
    'lib/developers/password-strength.ts',
    "if (!hasSecondFactor && length < passwordMinimum) return 'password_too_short'",
    'lib/developers/password.test.ts',
  ),
  defence(
    'Guessable passwords are refused',
    'lib/developers/password-strength.ts',
    [['return score >= (hasSecondFactor', 'return 4 >= (hasSecondFactor']],
    'lib/developers/password.test.ts',
  ),
  defence(
    'Passwords that name their owner are refused',
    'lib/developers/password-strength.ts',
    "if (restsOn(known, plain)) return 'password_names_you'",
    'lib/developers/password.test.ts',
  ),
  defence(
    'Passwords are hashed slowly',
    'lib/developers/password.ts',
    [['memoryCost: 19_456', 'memoryCost: 1024']],
    'lib/developers/password.test.ts',
  ),
  defence(
    'Few passwords are hashed at once',
    'lib/developers/password.ts',
    'if (waiting.length >= longestQueue) throw new PasswordQueueFull()',
    'lib/developers/password.test.ts',
  ),
  defence(
    'Unknown addresses take the time of known ones',
    'lib/developers/same-time.ts',
    [['Math.ceil(spent / stepMilliseconds) * stepMilliseconds - spent', '0']],
    'lib/developers/refused-sign-in.test.ts',
  ),
  defence(
    'Guessing is slowed down',
    'lib/developers/throttle.ts',
    [['if (taken.length > 0) return 0', 'return 0']],
    signIn,
    'wrong passwords',
  ),
  defence(
    'A link is used once',
    link,
    [['where: { id, usedAt: null, cancelledAt: null, expiresAt: { gt: at } }', 'where: { id }']],
    activation,
    'an activation link',
  ),
  defence(
    'A link expires',
    link,
    [["row.expiresAt > now() ? 'usable' : 'expired'", "'usable'"]],
    activation,
    'an activation link',
  ),
  defence(
    'A new link cancels the former',
    link,
    '  await cancelLinks(transaction, developerId, purpose)\n',
    activation,
    'signing up',
  ),
  defence(
    'Only the hash of a link is stored',
    link,
    [["createHash('sha256').update(link).digest()", 'Buffer.from(link)']],
    activation,
    'stores no link',
  ),
  defence(
    'A link serves its purpose only',
    link,
    [['where: { tokenHash, purpose }', 'where: { tokenHash }']],
    activation,
    'an activation link',
  ),
  defence(
    'A code of the authenticator is used once',
    'lib/developers/second-factor.ts',
    [
      ['afterTimeStep: Number(lastUsedStep),', ''],
      ['where: { developerId, lastUsedStep: { lt: step } },', 'where: { developerId },'],
    ],
    signIn,
    'second factor',
  ),
  defence(
    'A recovery code is used once',
    'lib/developers/recovery-code.ts',
    [['codeHash: hashCode(developerId, code), usedAt: null }', 'codeHash: hashCode(developerId, code) }']],
    signIn,
    'recovery code',
  ),
  defence(
    'A lowered role ends sessions',
    'lib/developers/roles.ts',
    [
      ['data: { role, sessionVersion: { increment: 1 } },', 'data: { role },'],
      ['    await endSessions(transaction, developerId)\n', ''],
    ],
    'lib/developers/roles.test.ts',
    'taking a role away',
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
    'of their own',
  ),
  defence(
    'A version that was replaced is not decided on',
    decide,
    "if (submission.version !== version) return 'newer_version'",
    deciding,
    'deciding',
  ),
  defence(
    'Two approvals are of two persons',
    decide,
    [
      ["return mine > 0 ? 'second_person' : null", 'return null'],
      ['reviewerId: { notIn: [reviewer.id, ...joined', 'reviewerId: { notIn: [...joined'],
    ],
    deciding,
    'second person',
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
    'lib/validation/transitions.test.ts',
    'behind an approval',
  ),
]

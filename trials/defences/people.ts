// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for as they stand
import { defence } from './defence'

const session = 'lib/identity/session.ts'
const link = 'lib/identity/link.ts'
const identity = 'prisma/migrations/20261122131000_identity/migration.sql'
const emailChange = 'lib/identity/email-change.ts'
const emailUndo = 'lib/identity/email-undo.ts'
const secondFactor = 'lib/identity/second-factor.ts'
const throttle = 'lib/identity/throttle.ts'
const links = 'lib/identity/links.test.ts'
const changes = 'lib/identity/email-change.test.ts'
const decide = 'lib/validation/decide.ts'
const signIn = 'lib/identity/sign-in.test.ts'
const activation = 'lib/identity/activation.test.ts'
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
    'lib/documents/locked-submission.ts',
    [["[openTo(developerId, 'documents'), able]", '[]']],
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
    'lib/identity/password-strength.ts',
    "if (!hasSecondFactor && length < passwordMinimum) return 'password_too_short'",
    'lib/identity/password.test.ts',
  ),
  defence(
    'Guessable passwords are refused',
    'lib/identity/password-strength.ts',
    [['return score >= (hasSecondFactor', 'return 4 >= (hasSecondFactor']],
    'lib/identity/password.test.ts',
  ),
  defence(
    'Passwords that name their owner are refused',
    'lib/identity/password-strength.ts',
    "if (restsOn(known, plain)) return 'password_names_you'",
    'lib/identity/password.test.ts',
  ),
  defence(
    'Passwords are hashed slowly',
    'lib/identity/password.ts',
    [['memoryCost: 19_456', 'memoryCost: 1024']],
    'lib/identity/password.test.ts',
  ),
  defence(
    'Few passwords are hashed at once',
    'lib/identity/password.ts',
    'if (isFullFor(account)) throw new PasswordQueueFull()',
    'lib/identity/password.test.ts',
  ),
  defence(
    'Unknown addresses take the time of known ones',
    'lib/identity/constant-time.ts',
    [['Math.ceil(spent / stepMilliseconds) * stepMilliseconds - spent', '0']],
    'lib/identity/refused-sign-in.test.ts',
  ),
  defence(
    'Guessing is slowed down',
    throttle,
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
    "  if (purpose !== 'email_undo') await cancelLinks(transaction, developerId, [purpose])\n",
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
    secondFactor,
    [
      ['afterTimeStep: Number(lastUsedStep),', ''],
      ['where: { developerId, lastUsedStep: { lt: step } },', 'where: { developerId },'],
    ],
    signIn,
    'second factor',
  ),
  defence(
    'A recovery code is used once',
    'lib/identity/recovery-code.ts',
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
    'their own application',
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
    'A link fits the account that uses it',
    link,
    [
      ['if (!developer || !mayUse(purpose, developer)) return null', 'if (!developer) return null'],
      ['const dead = row && !row.usedAt && !mayUse(purpose, row.developer)', 'const dead = false'],
    ],
    links,
    'is suspended',
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
    'A suspension cancels links',
    'lib/lifecycle/suspend-developer.ts',
    "    await cancelLinks(transaction, developerId, ['activation', 'password_reset', 'known_browser'])\n",
    links,
    'was suspended and reinstated',
  ),
  defence(
    'No session survives the end of a suspension',
    'lib/lifecycle/suspend-developer.ts',
    [
      ['data: { suspendedAt: null, sessionVersion: { increment: 1 } },', 'data: { suspendedAt: null },'],
      ['    await endSessions(transaction, developerId)\n    await settleOwners', '    await settleOwners'],
    ],
    'lib/lifecycle/suspend.test.ts',
    'leaves no session',
  ),
  defence(
    'A change of address needs a session of its developer',
    emailChange,
    [[' || row.developerId !== owner.id) return', ') return']],
    changes,
    'needs the session',
  ),
  defence(
    'A pending change of address ends with the sessions',
    session,
    '  await endPendingChange(transaction, developerId)\n',
    changes,
    'ends with the sessions',
  ),
  defence(
    'A further change keeps the way back from the first',
    link,
    [["if (purpose !== 'email_undo') await cancelLinks", 'await cancelLinks']],
    changes,
    'reaches back',
  ),
  defence(
    'Later addresses cannot take an account back',
    emailUndo,
    '      await cancelLaterUndo(transaction, id, row.createdAt)\n',
    changes,
    'reaches back',
  ),
  defence(
    'An unactivated sign-up blocks no address',
    emailUndo,
    [['if (unused && !unused.activatedAt && !unused.suspendedAt) {', 'if (unused?.deletedAt) {']],
    changes,
    'gives way',
  ),
  defence(
    'A setup key is good in its session, for 15 minutes',
    secondFactor,
    [
      [
        'return factor.sessionId === sessionId && factor.createdAt > secondsFromNow(-setupMinutes * 60)',
        'return true',
      ],
    ],
    'lib/identity/second-factor.test.ts',
    'takes no key',
  ),
  defence(
    'An authenticator that was not confirmed ends with the sessions',
    session,
    '  await transaction.totpFactor.deleteMany({ where: { developerId, confirmedAt: null } })\n',
    'lib/identity/second-factor.test.ts',
    'starts again',
  ),
  defence(
    'Recovery codes are renewed one set at a time',
    secondFactor,
    [
      [
        '    await lockDeveloper(transaction, owner.id)\n    if (!(await isSecondFactorOn',
        '    if (!(await isSecondFactorOn',
      ],
    ],
    'lib/identity/second-factor.test.ts',
    'recovery codes renewed',
  ),
  defence(
    'A session that has ended changes no password',
    'lib/identity/password-change.ts',
    "    if (!(await lockSession(transaction, session.id, owner.id))) return refused('ended')\n",
    'lib/identity/account-changes.test.ts',
    'in a session that has ended',
  ),
  defence(
    'Guesses from many addresses are bounded however long they last',
    throttle,
    [['Math.max(longest, forgetAfter / Math.max(free, 1))', '1']],
    'lib/identity/throttle.test.ts',
    'a distributed attacker',
  ),
  defence(
    'Failures leak away under continuous use',
    throttle,
    [['greatest(t.failures - leaked, 0)', 't.failures']],
    'lib/identity/throttle.test.ts',
    'a shared address',
  ),
  defence(
    'A success takes its own wait back',
    throttle,
    [[', blockedUntil: now() }', ' }']],
    'lib/identity/throttle.test.ts',
    'a success takes back',
  ),
  defence(
    'Strangers cannot fill the queue of passwords',
    'lib/identity/password.ts',
    [['account === null ? placesForStrangers : maxQueueLength', 'maxQueueLength']],
    'lib/identity/password.test.ts',
    'for strangers leaves',
  ),
  defence(
    'A developer whom the operator names loses earlier sessions',
    'prisma/seed-reviewer.ts',
    [
      [
        "data: { role: 'administrator', sessionVersion: { increment: 1 } },",
        "data: { role: 'administrator' },",
      ],
      ['  await endSessions(transaction, developer.id)\n', ''],
    ],
    'prisma/seed-reviewer.test.ts',
    'keeps no session',
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
    'after an approval',
  ),
]

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code, searched for literally
import { defence } from './defence'

const actions = 'app/actions.test.ts'
const visit = 'portal/visit.ts'
const session = 'lib/identity/session.ts'
const signIn = 'lib/identity/sign-in.test.ts'
const link = 'lib/identity/link.ts'
const activation = 'lib/identity/activation.test.ts'
const secondFactor = 'lib/identity/second-factor.ts'
const changes = 'lib/identity/email-change.test.ts'
const emailUndo = 'lib/identity/email-undo.ts'
const throttle = 'lib/identity/throttle.ts'
const interest = 'lib/validation/interest.test.ts'
const exporting = 'lib/lifecycle/export-developer.test.ts'
const steps = 'gateway/client-steps.ts'
const tokens = 'gateway/token-endpoint.test.ts'
const connections = 'gateway/connections.test.ts'

/** Single statements, calls, properties and numbers, which StrykerJS leaves as they are. */
export const statementDefences = [
  defence(
    'Every form checks where it was posted',
    'app/_request/action.ts',
    '  await requireSameOrigin()\n',
    actions,
    'createApplication refuses',
  ),
  defence(
    'The rest of a body is not read for ever',
    'portal/server.ts',
    [['    endUpload(request, response)\n', '']],
    'portal/server.test.ts',
    'not read indefinitely',
  ),
  defence(
    'The database is not waited for without a limit',
    'portal/database-probe.ts',
    [
      ["withTimeout(timeoutMs, () => query('SELECT 1'))", "query('SELECT 1')"],
      [', query_timeout: timeoutMs + 500 }', ' }'],
    ],
    'portal/start.test.ts',
    'does not respond',
  ),
  defence(
    'A caller does not choose where a form returns to',
    visit,
    "headers['x-guichet-path'] = path",
    'portal/server.test.ts',
    'whatever the caller claims',
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
  defence(
    'Passwords are hashed slowly',
    'lib/identity/password.ts',
    [['memoryCost: 19_456', 'memoryCost: 1024']],
    'lib/identity/password.test.ts',
  ),
  defence(
    'A link is used once',
    link,
    [['where: { id, usedAt: null, cancelledAt: null, expiresAt: { gt: at } }', 'where: { id }']],
    activation,
    'an activation link',
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
      ['data: { role, ...noApproval, sessionVersion: { increment: 1 } },', 'data: { role },'],
      ['  await endSessions(transaction, developerId)\n', ''],
    ],
    'lib/developers/roles.test.ts',
    'taking a role away',
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
    'A pending change of address ends with the sessions',
    session,
    '  await endPendingChange(transaction, developerId)\n',
    changes,
    'ends with the sessions',
  ),
  defence(
    'Later addresses cannot take an account back',
    emailUndo,
    '      await cancelLaterUndo(transaction, id, row.createdAt)\n',
    changes,
    'reaches back',
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
    'A success takes its own wait back',
    throttle,
    [[', blockedUntil: notBlocked }', ' }']],
    'lib/identity/throttle.test.ts',
    'a success takes back',
  ),
  defence(
    'A developer whom the operator names loses earlier sessions',
    'prisma/seed-reviewer.ts',
    [
      [
        "data: { role: 'administrator', breakGlass: true, sessionVersion: { increment: 1 } },",
        "data: { role: 'administrator' },",
      ],
      ['  await endSessions(transaction, developer.id)\n', ''],
    ],
    'prisma/seed-reviewer.test.ts',
    'keeps no session',
  ),
  defence(
    'An approval by someone who joined afterwards does not count',
    'lib/validation/approvals.ts',
    [["IS DISTINCT FROM 'took_part' AS", "IS DISTINCT FROM 'nothing' AS"]],
    interest,
    'first of two approvals',
  ),
  defence(
    'A claim ends with the right to decide',
    'lib/developers/claims.ts',
    [['claimedById: reviewerId,', 'id: reviewerId,']],
    interest,
    'a claim ends',
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
    [[' developerId, template', ' template']],
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
    'Credentials do not stand in an address',
    steps,
    '  refuseQueryCredentials(exchange.query)\n',
    tokens,
    'query|the place of the credentials',
  ),
  defence(
    'A body is 16 KiB at most',
    'gateway/read-body.ts',
    [['wire.readBody(bodyLimit)', 'wire.readBody(10 * bodyLimit)']],
    tokens,
    '16 KiB',
  ),
  defence(
    'A token is stored as its hash',
    'lib/tokens/token.ts',
    [["hash('sha256', token, 'hex')", "Buffer.from(token).toString('hex')"]],
    'gateway/token-rules.test.ts',
    'neither token nor secret',
  ),
  defence(
    'A burst counts each unknown account before the next answer',
    'gateway/limits/enumeration.ts',
    [
      [
        'const standing = await gateway.notFound.hit(',
        'await new Promise(setImmediate)\n  const standing = await gateway.notFound.hit(',
      ],
    ],
    'gateway/limits/limits.test.ts',
    'of a burst',
  ),
  defence(
    'Refusals are timed from their own request',
    'gateway/refusal-clock.ts',
    [['  }, stepMs)\n', '  }, stepMs - (performance.now() % stepMs))\n']],
    'gateway/refusal-clock.test.ts',
  ),
  defence(
    'A gateway holds a maximum of connections',
    'gateway/server.ts',
    'server.maxConnections = gateway.maxConnections',
    connections,
    'the maximum',
  ),
  defence(
    'A bug breaks one connection and not the process',
    'gateway/server.ts',
    [["gateway.logTrouble('failure', error)\n      wire.abort()", "gateway.logTrouble('failure', error)"]],
    connections,
    'an error while a response',
  ),
  defence(
    'A connection inside a broken transaction is not handed out again',
    'lib/pool.ts',
    [['client.release(broken)', 'client.release()']],
    'lib/pool.test.ts',
    'rolled back',
  ),
  defence(
    'Environments share no address',
    'lib/env.ts',
    [['...sentences, ...describeSharedOrigins(settings),', '...sentences,']],
    'lib/env.test.ts',
  ),
  defence(
    'A ciphertext is bound to its row',
    'lib/keyring.ts',
    [
      ['.setAAD(Buffer.from(context))\n  const body', '\n  const body'],
      ['decipher.setAAD(Buffer.from(context)).setAuthTag', 'decipher.setAuthTag'],
    ],
    'lib/keyring.test.ts',
  ),
  defence(
    'A developer has so many drafts',
    'lib/lifecycle/create-application.ts',
    '    await refuseTooManyDrafts(transaction, owner.id)\n',
    'lib/documents/limits.test.ts',
    'drafts',
  ),
  defence(
    'A replaced upload that reviewers never got loses its content',
    'lib/documents/attach.ts',
    '    await transaction.$queryRaw`SELECT discard_replaced_document(${previous.id}::uuid)`\n',
    'lib/documents/limits.test.ts',
    'replaced version',
  ),
]

/** A file whose mutants must be noticed, the least score in per cent it may have (null: not yet run), and its tests. */
export type Target = [file: string, atLeast: number | null, ...tests: string[]]

const actions = 'app/actions.test.ts'
const portal = 'portal/server.test.ts'
const signIn = 'lib/identity/sign-in.test.ts'
const accounts = 'gateway/account-endpoint.test.ts'
const tokens = 'gateway/token-endpoint.test.ts'
const connections = 'gateway/connections.test.ts'
const sharedLimits = 'gateway/limits/shared.test.ts'
const documents = 'lib/documents/documents.test.ts'
const limits = 'lib/documents/limits.test.ts'
const interest = 'lib/validation/interest.test.ts'
const organisations = 'lib/organisations/organisations.test.ts'
const rehearsals = 'lib/rehearsals/rehearsals.test.ts'
const rehearsing = 'gateway/rehearsal.test.ts'
const deciding = 'lib/validation/decide.test.ts'

/** What keeps a caller from what is not theirs. SQL texts are in `defences.ts`. */
export const targets: Target[] = [
  // Between a browser and the commands
  ['app/_request/same-origin.ts', 94, 'app/_request/same-origin.test.ts'],
  ['app/_request/return-path.ts', 94, 'app/_request/return-path.test.ts'],
  ['app/_request/document-response.ts', 100, 'app/_request/document-response.test.ts'],
  ['app/_request/session.ts', null, actions, 'app/_request/session.test.ts', 'app/other-developers.test.ts'],
  ['app/_request/action.ts', null, actions],
  ['app/_request/read-body.ts', 93, 'app/_request/read-body.test.ts'],
  ['app/(portal)/applications/[id]/try/page.tsx', null, 'app/(portal)/applications/[id]/overview.test.ts'],
  ['portal/headers.ts', 100, 'portal/headers.test.ts'],
  ['portal/admission.ts', null, portal],
  ['portal/pipelining.ts', 100, 'portal/pipelining.test.ts'],
  ['portal/visit.ts', null, portal],
  ['portal/read-form.ts', null, portal],
  ['portal/hold-response.ts', null, portal],
  ['portal/server.ts', null, portal],
  ['portal/database-probe.ts', null, 'portal/start.test.ts'],
  ['mailbox/http.ts', null, 'mailbox/mailbox.test.ts'],
  // Accounts and sessions
  ['lib/identity/session.ts', null, signIn],
  ['lib/identity/sign-in.ts', null, signIn],
  ['lib/identity/throttle.ts', null, 'lib/identity/throttle.test.ts', signIn],
  ['lib/identity/constant-time.ts', 85, 'lib/identity/refused-sign-in.test.ts'],
  ['lib/identity/password.ts', null, 'lib/identity/password.test.ts'],
  ['lib/identity/password-strength.ts', 79, 'lib/identity/password.test.ts'],
  ['lib/identity/password-change.ts', null, 'lib/identity/account-changes.test.ts'],
  ['lib/identity/refused-sign-in.ts', null, 'lib/identity/refused-sign-in.test.ts'],
  [
    'lib/identity/link.ts',
    null,
    'lib/identity/activation.test.ts',
    'lib/identity/links.slow.test.ts',
    'lib/identity/email-change.test.ts',
  ],
  ['lib/identity/email-change.ts', null, 'lib/identity/email-change.test.ts'],
  ['lib/identity/email-undo.ts', null, 'lib/identity/email-change.test.ts'],
  ['lib/identity/second-factor.ts', null, 'lib/identity/second-factor.test.ts', signIn],
  ['lib/identity/recovery-code.ts', null, signIn, 'lib/identity/second-factor.test.ts'],
  ['lib/developers/roles.ts', null, 'lib/developers/roles.test.ts'],
  ['lib/developers/claims.ts', 100, 'lib/developers/claims.test.ts'],
  [
    'lib/lifecycle/suspend-developer.ts',
    null,
    'lib/lifecycle/suspend.test.ts',
    'lib/identity/links.slow.test.ts',
  ],
  ['lib/lifecycle/export-developer.ts', null, 'lib/lifecycle/export-developer.test.ts'],
  ['lib/mail/commands.ts', 94, 'lib/mail/outbox.test.ts', 'lib/lifecycle/export-developer.test.ts'],
  ['lib/usage/access-key.ts', null, 'app/api/usage.test.ts'],
  ['prisma/seed-reviewer.ts', null, 'prisma/seed-reviewer.test.ts'],
  // Ownership, conflicts of interest, decisions
  ['lib/applications/rights.ts', null, 'lib/validation/rights.slow.test.ts'],
  ['lib/applications/join.ts', null, interest],
  ['lib/applications/appoint-owner.ts', null, interest],
  ['lib/documents/locked-submission.ts', null, interest, actions],
  ['lib/validation/lock-for-review.ts', null, interest, actions],
  ['lib/lifecycle/suspend-application.ts', null, interest],
  ['lib/lifecycle/suspend-organisation.ts', null, 'gateway/suspended-organisations.test.ts'],
  ['lib/lifecycle/close-organisation.ts', null, organisations],
  ['lib/validation/decide.ts', null, deciding, interest, organisations],
  ['lib/validation/messages.ts', null, interest],
  ['lib/validation/submit.ts', null, rehearsals, organisations],
  ['lib/validation/expiring-documents.ts', null, 'lib/validation/expiring-documents.test.ts'],
  ['lib/rehearsals/read.ts', null, rehearsing],
  // Between programs and balances
  ['lib/caller-address.ts', 87, 'lib/caller-address.test.ts'],
  ['lib/credentials/secret.ts', 100, 'lib/credentials/secret.test.ts'],
  ['lib/credentials/rotate-secret.ts', null, 'lib/credentials/commands.test.ts'],
  ['lib/credentials/client-keys.ts', null, 'lib/credentials/client-keys.test.ts'],
  ['lib/oauth/form.ts', 94, 'lib/oauth/form.test.ts'],
  ['lib/oauth/basic.ts', 95, 'lib/oauth/basic.test.ts'],
  ['lib/oauth/client-authentication.ts', 96, 'lib/oauth/client-authentication.test.ts'],
  ['lib/oauth/issue-token.ts', 97, 'lib/oauth/issue-token.test.ts'],
  ['lib/oauth/commands.ts', 92, 'gateway/assertions.test.ts'],
  ['lib/tokens/memory.ts', null, 'lib/oauth/remembered-clients.test.ts'],
  ['lib/usage/meter.ts', null, rehearsing],
  ['lib/tokens/token.ts', 100, 'gateway/token-rules.test.ts'],
  ['gateway/client-steps.ts', null, tokens, rehearsing],
  ['gateway/read-body.ts', null, tokens],
  ['gateway/bearer.ts', null, accounts, rehearsing],
  ['gateway/account-endpoint.ts', null, accounts, sharedLimits, rehearsing],
  ['gateway/refusal-clock.ts', 86, 'gateway/refusal-clock.test.ts'],
  ['gateway/limits/failures.ts', null, 'gateway/limits/limits.test.ts'],
  ['gateway/limits/enumeration.ts', null, accounts, 'gateway/limits/limits.test.ts'],
  ['gateway/limits/store.ts', null, sharedLimits],
  ['gateway/limits/shared-windows.ts', null, sharedLimits],
  ['gateway/server.ts', null, connections],
  ['gateway/wire/sockets.ts', null, connections],
  ['gateway/wire/plain-connection.ts', null, connections],
  ['gateway/wire/http-socket.ts', null, connections],
  ['gateway/start.ts', null, 'gateway/start.test.ts'],
  ['lib/webhooks/commands.ts', null, 'lib/webhooks/webhooks.test.ts'],
  ['lib/webhooks/address.ts', 100, 'lib/webhooks/address.test.ts'],
  ['worker/post-webhook.ts', null, 'worker/post-webhook.test.ts'],
  // What is configured, stored, recorded, mailed and logged
  ['lib/env.ts', null, 'lib/env.test.ts'],
  ['lib/setting-formats.ts', 96, 'lib/setting-formats.test.ts', 'lib/env.test.ts'],
  ['lib/keyring.ts', 94, 'lib/keyring.test.ts'],
  ['lib/pool.ts', 100, 'lib/pool.test.ts'],
  ['lib/database.ts', null, 'lib/database.test.ts'],
  ['lib/operations-server.ts', 93, 'lib/operations-server.test.ts'],
  ['lib/health/readiness.ts', null, 'lib/health/readiness.test.ts'],
  ['lib/documents/kind.ts', 97, 'lib/documents/kind.test.ts'],
  ['lib/documents/stage.ts', null, documents],
  ['lib/documents/limits.ts', null, limits],
  ['lib/documents/attach.ts', null, limits],
  ['lib/lifecycle/create-application.ts', null, limits],
  ['lib/audit/verify.ts', 83, 'lib/audit/audit.test.ts', 'lib/audit/addresses.test.ts'],
  ['lib/audit/export.ts', 100, 'lib/audit/audit.test.ts'],
  ['lib/logger.ts', 92, 'lib/logger.test.ts'],
  ['lib/log-limits.ts', 94, 'lib/log-limits.test.ts'],
  ['emails/wording.ts', null, 'emails/emails.test.ts'],
  ['scripts/launch/run/marks.ts', null, 'scripts/launch/run/marks.test.ts'],
  ['scripts/launch/start/log-file.ts', 95, 'scripts/launch/start/log-file.test.ts'],
]

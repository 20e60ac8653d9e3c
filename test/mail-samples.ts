import type { Brand } from '@/emails/brand'
import type { TemplateName, TemplateProps } from '@/emails/render-mail'

export const portal = 'https://portal.example'
export const link = `${portal}/activate/Zk3vQe8S0mYw2pLrT7uXaB9cDnFhGjKi1oNqRsTuVwX-long-enough-to-be-wrapped?next=%2Fa&from=mail`
const gateway = 'https://api.example:4002'
export const at = '2026-11-21T09:05:00.000Z'
export const named = { applicationName: 'Paie Dakar', link }
const inProduction = { ...named, environment: 'production' as const }

/** An operator's, with characters that mean something in HTML and in a replacement's text. */
export const brand: Brand = {
  productName: "Téranga <Pay> & $& d'Or",
  supportEmail: 'aide@teranga.example',
  logo: null,
  initial: 'T',
  colours: {
    brand: '#7a1fa2',
    brandInk: '#fffffe',
    light: { accent: '#630088', fill: '#630089', ink: '#fffffd' },
    dark: { accent: '#d9a0f0', fill: '#d9a0f1', ink: '#2b0a3a' },
  },
}

/** Of every message, what it may be queued with. */
export const samples: { [N in TemplateName]: TemplateProps<N>[] } = {
  'activation-link': [{ link, hours: 24 }],
  'address-already-known': [{ signInLink: `${portal}/sign-in`, resetLink: `${portal}/reset` }],
  'password-reset': [{ link, hours: 1 }],
  'password-changed': [{}],
  'email-change-link': [{ link, hours: 24 }],
  'email-change-requested': [{ link, days: 7, newAddressMasked: 'a••@example.com' }],
  'email-changed': [
    { newAddressMasked: 'a••@example.com' },
    { link, days: 7, newAddressMasked: 'a••@example.com' },
  ],
  'email-restored': [{ addressMasked: 'a••@example.com', resetLink: link }],
  'known-browser-link': [{ link, hours: 1 }],
  'application-created': [
    { ...named, environment: 'sandbox', clientId: 'guichet_sandbox_id_1', nextStep: 'active' },
    { ...inProduction, clientId: 'guichet_production_id_1', nextStep: 'documents' },
  ],
  'application-moved': [
    { ...inProduction, organisationName: 'Wave Niger SA', personEmail: 'awa@example.com' },
  ],
  'access-changed': [named, { ...named, accounts: 1 }],
  'validation-submitted': [named, { ...named, promisedBy: at }],
  'validation-changes-requested': [
    { ...named, reason: 'Unreadable' },
    { ...named, reason: 'Unreadable', revision: true },
    { ...named, reason: 'See below', documents: [{ name: 'Identity', reason: 'Expired' }] },
  ],
  'validation-rejected': [
    { ...named, reason: 'Unknown company' },
    { ...named, reason: 'Unknown company', revision: true },
  ],
  'revision-approved': [named],
  'validation-approved': [
    { ...named, authUrl: gateway, baseUrl: gateway, clientId: 'guichet_production_id_1' },
  ],
  'validation-message': [
    { ...named, body: 'Which year?', fromReviewer: true },
    { ...named, body: 'This one.', fromReviewer: false },
  ],
  'client-keys-changed': [
    { ...inProduction, change: 'first', kid: 'ours 1' },
    { ...inProduction, change: 'added', kid: 'ours 2' },
    { ...inProduction, change: 'removed', kid: 'ours 1' },
    { ...inProduction, change: 'off' },
  ],
  'secret-rotated': [inProduction, { ...inProduction, previousValidUntil: at }],
  'secret-revealed': [{ ...inProduction, at }],
  'application-suspended': [inProduction, { ...inProduction, reason: 'Abuse' }],
  'application-reinstated': [inProduction, { ...inProduction, reason: 'All is well' }],
  'account-suspended': [
    { reason: 'Abuse', applications: 0 },
    { reason: 'Abuse', applications: 3 },
  ],
  'approval-requested': [{ personEmail: 'ada@example.com', link }],
  'sign-up-approved': [{ link }],
  'sign-up-rejected': [{ reason: 'We could not find your company' }],
  'account-reinstated': [{ link }, { link, reason: 'All is well' }],
  'account-deleted': [
    { applications: 0, shared: 0, byOperator: false },
    { applications: 0, shared: 1, byOperator: true },
    { applications: 1, shared: 1, byOperator: false },
    { applications: 3, shared: 2, byOperator: false },
  ],
  'role-changed': [{ role: 'developer' }, { role: 'reviewer' }],
  'application-deleted': [inProduction, { applicationName: 'Paie Dakar', environment: 'sandbox' }],
  'second-factor-turned-on': [{ first: true }, { first: false }],
  'second-factor-turned-off': [{ factorLeft: false }, { factorLeft: true }],
  'access-key-created': [
    { name: 'Dashboard', expiresOn: '2027-02-21T09:00:00.000Z' },
    { name: 'Agent', expiresOn: '2027-02-21T09:00:00.000Z', mayChangeSandbox: true },
  ],
  'passkey-added': [
    { name: 'Blue key', first: true },
    { name: 'Blue key', first: false },
  ],
  'passkey-removed': [
    { name: 'Blue key', factorLeft: false },
    { name: 'Blue key', factorLeft: true },
  ],
  'recovery-code-used': [{}],
  'identity-linked': [{ provider: 'Example ID' }],
  'identity-unlinked': [{ provider: 'Example ID' }],
  'break-glass-linked': [{ personEmail: 'awa@example.com', provider: 'Example ID' }],
  'break-glass-sign-in': [
    { personEmail: 'awa@example.com', address: '203.0.113.7' },
    { personEmail: 'awa@example.com' },
  ],
  'staff-role': [
    { change: 'offered', role: 'administrator', personEmail: 'ada@example.com', byEmail: 'awa@example.com' },
    { change: 'accepted', role: 'reviewer', personEmail: 'ada@example.com' },
  ],
  'reviewer-invitation': [
    { link, hours: 24, role: 'reviewer' },
    { link, hours: 24, role: 'administrator' },
    { link, hours: 24, role: 'administrator', renewable: true },
  ],
  'submission-received': [
    { ...named, developerEmail: 'awa@example.com', resubmitted: false },
    { ...named, developerEmail: 'awa@example.com', resubmitted: true, dueAt: at },
    { ...named, developerEmail: 'awa@example.com', resubmitted: false, organisation: true },
  ],
  'submissions-overdue': [
    { submissions: [{ ...named, dueAt: at }], queueLink: `${portal}/review` },
    {
      submissions: [
        { ...named, dueAt: at },
        { ...named, link: `${link}2`, dueAt: at },
      ],
      queueLink: `${portal}/review`,
    },
  ],
  'application-shared': [
    { ...named, inviterEmail: 'awa@example.com', role: 'member', days: 7 },
    { ...named, inviterEmail: 'awa@example.com', role: 'owner', days: 7 },
    { ...named, inviterEmail: 'awa@example.com', role: 'member', days: 7, organisation: true },
    { ...named, inviterEmail: 'awa@example.com', role: 'owner', days: 7, organisation: true },
  ],
  'ownership-given': (['made', 'handed_over', 'inherited', 'appointed'] as const).flatMap((how) => [
    { ...named, how },
    { ...named, how, organisation: true },
  ]),
  'team-changed': [
    ...(['joined', 'left', 'removed', 'suspended', 'made_owner', 'handed_over', 'appointed'] as const).map(
      (change) => ({ ...named, change, personEmail: 'moussa@example.com' }),
    ),
    ...(['member', 'owner'] as const).map((role) => ({
      ...named,
      change: 'invited' as const,
      role,
      personEmail: 'moussa@example.com',
    })),
  ],
  'team-removed': [named, { ...named, organisation: true }, { ...named, left: true }],
  'organisation-submitted': [{ organisationName: 'Wave Niger SA', link, promisedBy: at }],
  'organisation-decided': (['verified', 'changes_requested', 'rejected'] as const).map((outcome) => ({
    organisationName: 'Wave Niger SA',
    link,
    outcome,
    reason: 'The extract is old.',
    revision: true,
    documents: [{ name: 'Identity', reason: 'Expired' }],
  })),
  'organisation-document-expiring': [
    { expired: false },
    { expired: true },
    { expired: true, waiting: true },
  ].flatMap((when) =>
    [false, true].map((toReviewer) => ({
      organisationName: 'Wave Niger SA',
      documentName: 'Identity',
      validUntil: '2026-12-31',
      link,
      ...when,
      toReviewer,
    })),
  ),
  'organisation-suspended': [{ organisationName: 'Wave Niger SA', link, reason: 'Fraud' }],
  'organisation-reinstated': [{ organisationName: 'Wave Niger SA', link, reason: 'Cleared' }],
  announcement: [
    { kind: 'incident', title: 'Slow balances', text: 'We are on it.\nMore soon.', from: at, link },
    { kind: 'maintenance', title: 'Tonight: new servers', text: 'A pause.', from: at, to: at, link },
    {
      kind: 'deprecation',
      title: 'Revocation moves',
      text: 'Use v2.',
      from: at,
      endpoint: 'POST /oauth/revoke',
      sunset: '2027-03-31',
      link,
    },
  ],
  'limit-requested': [true, false].map((toReviewer) => ({
    ...inProduction,
    callsPerMinute: 12_000,
    limit: 3000,
    reason: 'A new partner',
    toReviewer,
  })),
  'limit-approved': [
    { ...inProduction, callsPerMinute: 12_000 },
    { ...inProduction, callsPerMinute: 12_000, reason: 'Until June' },
  ],
  'limit-rejected': [{ ...inProduction, callsPerMinute: 12_000, reason: 'No traffic yet' }],
  'limit-changed': [
    { ...inProduction, limit: 12_000 },
    { ...inProduction, limit: 0 },
  ],
  'networks-changed': [
    { ...inProduction, change: 'saved', count: 3 },
    { ...inProduction, change: 'saved', count: 0 },
    { ...inProduction, change: 'requested', count: 0, reason: 'A new data centre' },
    { ...inProduction, change: 'review', count: 2, reason: 'A new data centre' },
    { ...inProduction, change: 'approved', count: 2 },
    { ...inProduction, change: 'rejected', count: 2, reason: 'Ask again in June' },
  ],
  'webhook-disabled': [
    { ...inProduction, host: 'hooks.example.com', cause: 'gone' },
    { ...inProduction, host: 'hooks.example.com', cause: 'failing' },
    { link: `${portal}/administration/webhooks`, host: 'siem.example.com', cause: 'gone' },
  ],
  'webhook-changed': (['added', 'secret_rotated', 'enabled'] as const).flatMap((change) => [
    { ...inProduction, host: 'hooks.example.com', change },
    { link: `${portal}/administration/webhooks`, host: 'siem.example.com', change },
  ]),
  'traffic-hints': [
    {
      ...inProduction,
      settingsLink: `${portal}/account/data#hints`,
      hints: [
        { kind: 'token_per_call', wasted: 120 },
        { kind: 'wrong_environment', calls: 3 },
        { kind: 'secret_retires', at },
        { kind: 'limit_near', minutes: 7, peak: 59, limit: 60 },
      ],
    },
  ],
  'terms-accepted': [{ version: 2, link: `${portal}/terms/2`, sha256: 'ab'.repeat(32), at }],
  'terms-reminder': [{ version: 2, link: `${portal}/terms/accept` }],
  'operator-alert': [
    { alert: 'account_enumeration', applicationName: 'Paie Dakar', detail: 'limit: 100', link },
    { alert: 'proof_failed', applicationName: 'Paie Dakar', detail: 'token:503', link },
    { alert: 'other', applicationName: 'Paie Dakar', detail: 'limit: 100', link },
    { title: 'Account numbers are being guessed', body: 'Look.', link },
  ],
}

import { feature } from '@/lib/feature'

const audit = [
  'developer.activated',
  'developer.activation_link_sent',
  'developer.browser_made_known',
  'developer.email_change_cancelled',
  'developer.email_change_requested',
  'developer.email_change_undone',
  'developer.email_changed',
  'developer.identity_linked',
  'developer.identity_unlinked',
  'developer.known_address_told',
  'developer.known_browser_link_sent',
  'developer.password_changed',
  'developer.password_reset',
  'developer.password_reset_link_sent',
  'developer.recovery_codes_renewed',
  'developer.second_factor_reset',
  'developer.second_factor_turned_off',
  'developer.second_factor_turned_on',
  'developer.sessions_revoked',
  'developer.signed_out_by_provider',
  'developer.signed_up',
  'passkey.counter_went_back',
  'passkey.registered',
  'passkey.removed',
  'session.confirmed',
  'session.named',
  'session.password_accepted',
  'session.refused',
  'session.revoked',
  'session.started',
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    session: true
    passkey: true
  }
}

export const identityFeature = feature({
  audit,
  auditGroup: 'access',
  foreignTables: ['developer', 'terms_acceptance', 'terms_version'],
  retention: [
    // For a week a late click gets "expired" instead of "unknown".
    { table: 'email_link', where: `expires_at < now() - interval '7 days'` },
    // The ID token is personal; a browser that signs out passes it on within the same minute.
    {
      table: 'provider_session',
      where: `NOT EXISTS (SELECT FROM session WHERE id = old.session_id AND expires_at > now()
        AND (revoked_at IS NULL OR revoked_at > now() - interval '1 hour'))`,
    },
    { table: 'single_use', where: 'expires_at < now()' },
    { table: 'session', where: `expires_at < now() - interval '30 days'` },
    { table: 'session', where: `revoked_at < now() - interval '30 days'` },
    { table: 'refused_sign_in', where: `at < now() - interval '30 days'` },
    { table: 'passkey_challenge', where: `expires_at < now() - interval '1 hour'` },
    { table: 'throttle', where: `updated_at < now() - interval '1 day' AND blocked_until < now()` },
  ],
  grants: {
    portal: [
      'SELECT, INSERT, UPDATE ON email_link, session, totp_factor, throttle',
      'SELECT, INSERT, DELETE ON refused_sign_in, recovery_code, passkey, passkey_challenge',
      'SELECT, INSERT, DELETE ON sign_in_identity',
      'UPDATE (last_used_at) ON sign_in_identity',
      'SELECT, INSERT, UPDATE, DELETE ON provider_session',
      'SELECT, INSERT ON single_use',
      'UPDATE (counter, last_used_at) ON passkey',
      'UPDATE (used_at) ON recovery_code',
      'DELETE ON totp_factor, throttle',
    ],
    gateways: ['SELECT (key_hash), INSERT ON single_use'],
    worker: [
      'SELECT, DELETE ON refused_sign_in, email_link, session, throttle, passkey_challenge',
      'SELECT, DELETE ON provider_session, single_use',
      // For the previous version alone.
      'UPDATE (sent_at) ON refused_sign_in',
    ],
  },
})

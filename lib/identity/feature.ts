import { feature } from '@/lib/feature'

export const identityFeature = feature({
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
})

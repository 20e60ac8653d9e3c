import { feature } from '@/lib/feature'

export const tokensFeature = feature({
  foreignTables: [
    'account_grant',
    'application',
    'client_key',
    'client_secret',
    'test_account',
    'wallet_account',
  ],
  retention: [
    // The newest token is kept however old it is: the next token continues from its generation. During a
    // rehearsal all are, as calls with one that has ended count.
    {
      table: 'access_token',
      where: `expires_at < now() - interval '10 minutes' AND EXISTS (
        SELECT FROM access_token newer
        WHERE newer.application_id = old.application_id AND newer.generation > old.generation)
        AND NOT EXISTS (SELECT FROM application a WHERE a.id = old.application_id AND a.rehearsal_id IS NOT NULL)`,
    },
  ],
  grants: {
    portal: ['SELECT, UPDATE (expires_at) ON access_token'],
    gateways: [
      'SELECT ON access_token',
      'UPDATE (expires_at) ON access_token',
      'EXECUTE ON FUNCTION mint_access_token(uuid, bigint, bytea, text, bytea, interval, boolean)',
      'EXECUTE ON FUNCTION mint_access_tokens(uuid[], bigint[], bytea[], text[], bytea[], interval)',
    ],
    worker: ['UPDATE (expires_at) ON access_token', 'SELECT, DELETE ON access_token'],
  },
  rowSecurity: { byApplication: ['access_token'] },
})

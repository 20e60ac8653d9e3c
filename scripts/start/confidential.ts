/** Settings that only the process that needs them gets. All others say where things are and how they behave. */
export const confidential = new Set([
  ...['DATABASE_URL', 'GATEWAY_DATABASE_URL', 'WORKER_DATABASE_URL', 'MIGRATION_DATABASE_URL', 'REDIS_URL'],
  'DATABASE_READ_URL',
  ...['SMTP_URL', 'NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS', 'TOKEN_KEYS'],
])

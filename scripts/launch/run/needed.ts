import type { refuseMissing } from '@/lib/env'

/** The settings that each process needs in addition to a database. */
export const needed: Record<string, Parameters<typeof refuseMissing>[0]> = {
  portal: ['NEXTAUTH_SECRET', 'SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'],
  gateway: ['SECRET_HASH_KEYS', 'TOKEN_KEYS'],
  feed: ['FEED_KEYS'],
  worker: ['SECRET_ENCRYPTION_KEYS', 'SMTP_URL'],
}

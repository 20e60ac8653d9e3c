import { nameStatement } from '@/lib/statement'

/** The endpoints that are deprecated, each with when and until when; an announcement belongs to no environment. */
export const deprecationsStatement = nameStatement(
  'find-deprecations',
  `SELECT id, endpoint, floor(extract(epoch FROM starts_at))::text AS since,
      extract(epoch FROM sunset_on)::text AS sunset
    FROM announcement WHERE endpoint IS NOT NULL AND withdrawn_at IS NULL AND published_at <= now()`,
)

import { Prisma } from '@/generated/prisma/client'

/** What someone has to do, or wait for, before they may use more than their account; null for nothing. */
export type RequiredAction = 'second_factor' | 'terms' | 'approval' | null

/** In a statement with a developer `d` and their role in it, `r.role`: reviewers and administrators are exempt. */
export const requiresTermsSql = Prisma.sql`(r.role = 'developer' AND EXISTS (
  SELECT FROM (SELECT version FROM terms_version
               WHERE effective_from <= (now() AT TIME ZONE 'UTC')::date AND published_at <= now()
               ORDER BY version DESC LIMIT 1) current
  WHERE NOT EXISTS (SELECT FROM terms_acceptance a
                    WHERE a.developer_id = d.id AND a.version = current.version)))`

/** As {@link requiresTermsSql}: an administrator has yet to approve them, or rejected them. */
export const requiresApprovalSql = Prisma.sql`(r.role = 'developer' AND coalesce(d.approval <> 'approved', false))`

/** What someone owes first; the terms last, as they leave programs their reading. */
export function firstRequiredAction(owes: {
  factor: boolean
  terms: boolean
  approval: boolean
}): RequiredAction {
  if (owes.factor) return 'second_factor'
  if (owes.approval) return 'approval'
  return owes.terms ? 'terms' : null
}

import { z } from 'zod'
import type { Role } from '@/generated/prisma/client'
import { emailAddress } from '@/lib/email-address'
import { getSettings } from '@/lib/env'

/** Claims of an ID token or of the UserInfo endpoint; only their signature and purpose have been checked. */
export type Claims = Record<string, unknown>

/** Core §2: at most 255 ASCII characters. No provider uses control characters. */
export const subjectSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/)

/**
 * The role that the claim of OIDC_ROLES_CLAIM gives: `administrator` before `reviewer`, and `developer` without a
 * matching value. The claim is a list of texts, or one text; its name may lead into objects (`realm_access.roles`).
 */
export function readRole(claims: Claims): Role {
  const { OIDC_ROLES_CLAIM, OIDC_ADMINISTRATOR_VALUES, OIDC_REVIEWER_VALUES } = getSettings()
  const claim = findClaim(claims, OIDC_ROLES_CLAIM)
  const values = Array.isArray(claim) ? claim : [claim]
  const gives = (wanted: string[]) =>
    values.some((value) => typeof value === 'string' && wanted.includes(value))
  if (gives(OIDC_ADMINISTRATOR_VALUES)) return 'administrator'
  return gives(OIDC_REVIEWER_VALUES) ? 'reviewer' : 'developer'
}

/** True when the claims contain what {@link readRole} looks at. */
export function hasRoles(claims: Claims): boolean {
  return findClaim(claims, getSettings().OIDC_ROLES_CLAIM) !== undefined
}

/** The e-mail address in the form that accounts have, and whether the provider says that it is this person's. */
export function readAddress(claims: Claims): { email: string | null; verified: boolean } {
  const parsed = emailAddress.safeParse(claims.email)
  return { email: parsed.success ? parsed.data : null, verified: isVerified(claims) }
}

/**
 * Entra ID has no `email_verified`: its optional claim `xms_edov` says that the owner of the address's domain was
 * verified, as a boolean or as `1`.
 */
function isVerified({ email_verified, xms_edov }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true || email_verified === 'true'
  return xms_edov === true || xms_edov === 1 || xms_edov === '1'
}

/** A claim whose own name contains dots, such as a URL, comes before one inside an object. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

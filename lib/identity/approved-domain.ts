import { getSettings } from '@/lib/env'

/** Whether someone may sign up with this address: it is of exactly a domain of `SIGN_UP_DOMAINS`, if that lists any. */
export function hasApprovedDomain(email: string): boolean {
  const domains = getSettings().SIGN_UP_DOMAINS
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

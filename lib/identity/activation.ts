import type { Developer, Role } from '@/generated/prisma/client'
import { recordAudit } from '@/lib/audit/commands'
import { visitor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { executeTogether } from '@/lib/commands/execute'
import { inConstantTime } from '@/lib/constant-time'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import type { Locale } from '@/lib/languages'
import { queueMail } from '@/lib/mail/commands'
import { done, type Result, refused } from '@/lib/result'
import { findCurrentTerms } from '@/lib/terms/queries'
import type { TermsVersion } from '@/lib/terms/schema'
import { acceptTerms } from './accept-terms'
import { listAdministrators, lockByEmail } from './administrators'
import { hasApprovedDomain } from './approved-domain'
import { cancelLinks, consumeLink, findLink, hasFreshLink, issueLink } from './link'
import { hashPassword } from './password'
import { findWeakness, type Weakness } from './password-strength'
import { type ActivationInput, activationHours, type Device } from './schema'
import { type StartedSession, startSession } from './session'
import { type Throttled, takeAttempt, takeMailAttempts } from './throttle'

type Request = {
  email: string
  locale: Locale
  /** requested explicitly, so a mail is sent however recent the previous one is */
  resend: boolean
  /** the caller's network address; null for a renewal, which is authorised by its link */
  address: string | null
}

/**
 * Signs an address up, or sends its link again. Result and duration are the same for every address: an unknown one gets
 * a developer and a link, an unactivated one a new link, an activated one a mail that says so.
 * @returns refused `domain` for an address that is not of `SIGN_UP_DOMAINS`, known or not; `throttled` when
 *   this address was requested too often
 */
export async function requestActivation(request: Request): Promise<Result<undefined, 'domain'> | Throttled> {
  return hasApprovedDomain(request.email) ? sendLink(request) : refused('domain')
}

async function sendLink({
  email,
  locale,
  resend,
  address,
}: Request): Promise<{ ok: true; value: undefined } | Throttled> {
  return inConstantTime(async () => {
    const throttled = await takeMailAttempts(email, address)
    if (throttled) return throttled
    await database().$transaction(async (transaction) => {
      const { developer, isNew } = await lockByEmail(transaction, email, locale)
      if (developer.activatedAt) return mailKnownAddress(transaction, developer)
      if (developer.suspendedAt) return
      if (!resend && (await hasFreshLink(transaction, developer.id, 'activation'))) return
      await sendActivationLink(transaction, developer)
      const action = isNew ? 'developer.signed_up' : 'developer.activation_link_sent'
      await recordAudit(transaction, visitor, action, { type: 'developer', id: developer.id })
    })
    return done(undefined)
  })
}

/**
 * Sends a new link to the recipient of an expired one.
 * @returns refused `unknown_link` for one that was never sent, or was replaced
 */
export async function renewActivation(link: string): Promise<Result<undefined, 'unknown_link'> | Throttled> {
  const { state, row } = await findLink(link, 'activation')
  if (state === 'unknown' || !row) return refused('unknown_link')
  const { email, locale } = row.developer
  return sendLink({ email, locale: locale as Locale, resend: true, address: null })
}

/**
 * Queues a mail with a new link; the caller has locked the developer's row. Mails to reviewers and administrators name
 * their role, as the first administrator never gets an invitation.
 */
export async function sendActivationLink(
  transaction: Transaction,
  { id, email, locale, role }: Pick<Developer, 'id' | 'email' | 'locale' | 'role'>,
): Promise<void> {
  const link = await issueLink(transaction, {
    developerId: id,
    purpose: 'activation',
    hours: activationHours,
  })
  const mail = { link: `${getSettings().PORTAL_URL}/activate/${link}`, hours: activationHours }
  const to = { id, email, locale }
  if (role === 'developer') await queueMail(transaction, to, 'activation-link', mail)
  else await queueMail(transaction, to, 'reviewer-invitation', { ...mail, role, renewable: true })
}

/**
 * Uses an activation link: sets the password, activates the account and signs its owner in. Happens once per account,
 * however many links were mailed. If one link is posted twice, one post succeeds. While terms are in force, a developer
 * accepts the version that the form showed. With SIGN_UP_APPROVAL=required, a developer then waits for an
 * administrator.
 * @returns the session; refused with the weakness of the password (the link stays usable), `unusable_link`,
 *   `terms_required`, or `terms_newer` if another version than the one shown is in force, with the weakness, if any
 */
export async function activateDeveloper(
  { link, ...input }: ActivationInput,
  device: Device,
): Promise<Result<StartedSession, Weakness | 'unusable_link'> | TermsRefused> {
  const { state, row } = await findLink(link, 'activation')
  if (state !== 'usable') return refused('unusable_link')
  const { id, email, role } = row.developer
  return activate({ account: id, email, role }, input, device, async (transaction) =>
    (await consumeLink(transaction, row)) ? id : null,
  )
}

type Invited = Omit<ActivationInput, 'link'> & {
  /** to which the invitation was mailed: whoever has its link has this address */
  email: string
  locale: string
  /** within the transaction; false if the invitation can no longer be used */
  isUsable: (transaction: Transaction) => Promise<boolean>
}

/**
 * Activates the account of the address that an invitation was mailed to, as {@link activateDeveloper} does by a link of
 * its own: it is created if there is none, and happens once. It is no confirmation of who is there.
 * @returns refused also `unusable_link` for an account that is activated or suspended, and `domain` for an address that
 *   is not of `SIGN_UP_DOMAINS`
 */
export async function activateInvited(
  { email, locale, isUsable, ...input }: Invited,
  device: Device,
): Promise<Result<StartedSession, Weakness | 'unusable_link' | 'domain'> | TermsRefused> {
  if (!hasApprovedDomain(email)) return refused('domain')
  return activate({ account: email, email, role: 'developer' }, input, device, async (transaction) => {
    const { developer, isNew } = await lockByEmail(transaction, email, locale)
    const { id, activatedAt, suspendedAt, role } = developer
    if (activatedAt || suspendedAt || role !== 'developer' || !(await isUsable(transaction))) return null
    if (isNew) await recordAudit(transaction, visitor, 'developer.signed_up', { type: 'developer', id })
    // A link may be open from a sign-up with the same address: the account is now activated without it.
    await cancelLinks(transaction, id, ['activation'])
    return id
  })
}

/**
 * Sets the first password.
 * @param prove uses up what proves the address, and names the account; null if it cannot be used. What it wrote is then
 *   undone
 */
async function activate(
  { account, email, role }: { account: string; email: string; role: Role },
  { password, ...accepted }: Omit<ActivationInput, 'link'>,
  device: Device,
  prove: (transaction: Transaction) => Promise<string | null>,
): Promise<Result<StartedSession, Weakness | 'unusable_link'> | TermsRefused> {
  const problem = role === 'developer' ? findProblem(await findCurrentTerms(), accepted) : null
  const weakness = findWeakness(password, email, false)
  if (problem) return { ...refused(problem), weakness }
  if (weakness) return refused(weakness)
  const passwordHash = await hashPassword(password, account)
  return executeTogether(visitor, async (join, transaction) => {
    // Before the proof is used up: it may come into force while the password is hashed.
    const terms = role === 'developer' ? await findCurrentTerms(transaction) : null
    const late = findProblem(terms, accepted)
    if (late) return { ...refused(late), weakness: null }
    const id = await prove(transaction)
    if (!id) return refused('unusable_link')
    const waits = role === 'developer' && getSettings().SIGN_UP_APPROVAL === 'required'
    const developer = await transaction.developer.update({
      where: { id },
      data: { passwordHash, activatedAt: now(), ...(waits ? { approval: 'waiting' } : {}) },
    })
    const session = await startSession(transaction, developer, device)
    if (waits) await requestApproval(transaction, developer)
    await recordAudit(transaction, { id, role }, 'developer.activated', { type: 'developer', id })
    if (!terms) return done(session)
    const input = { version: terms.version, locale: accepted.termsLocale ?? 'en' } as const
    const { ok } = await join(acceptTerms, { actor: { id, role }, input })
    return ok ? done(session) : { ...refused('terms_newer'), weakness: null }
  })
}

async function requestApproval(transaction: Transaction, { id, email: personEmail }: Developer) {
  const link = `${getSettings().PORTAL_URL}/administration/developers/${id}`
  await queueMail(transaction, await listAdministrators(transaction), 'approval-requested', {
    personEmail,
    link,
  })
}

type TermsRefusal = 'terms_required' | 'terms_newer'
type TermsRefused = { ok: false; reason: TermsRefusal; weakness: Weakness | null }

/** The reason why an activation does not accept the terms in force; null if none are, or if it does. */
function findProblem(
  terms: TermsVersion | null,
  { terms: ticked, termsVersion }: Pick<ActivationInput, 'terms' | 'termsVersion'>,
): TermsRefusal | null {
  if (!terms) return null
  if (termsVersion !== terms.version) return 'terms_newer'
  return ticked ? null : 'terms_required'
}

async function mailKnownAddress(
  transaction: Transaction,
  developer: { id: string; email: string; locale: string },
): Promise<void> {
  if ((await takeAttempt('known_address_mail', developer.email, transaction)) > 0) return
  const { PORTAL_URL } = getSettings()
  await queueMail(transaction, developer, 'address-already-known', {
    signInLink: `${PORTAL_URL}/sign-in`,
    resetLink: `${PORTAL_URL}/forgot-password`,
  })
  const subject = { type: 'developer', id: developer.id } as const
  await recordAudit(transaction, visitor, 'developer.known_address_told', subject)
}

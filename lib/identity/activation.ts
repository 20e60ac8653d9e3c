import type { Developer } from '@/generated/prisma/client'
import { now } from '@/lib/clock'
import { type Context, command, type Mailing } from '@/lib/commands/command'
import { getSettings } from '@/lib/env'
import { done, type Result, refused } from '@/lib/result'
import { findCurrentTerms } from '@/lib/terms/queries'
import type { TermsVersion } from '@/lib/terms/schema'
import { acceptTerms } from './accept-terms'
import { listAdministrators, lockByEmail } from './administrators'
import { consumeLink, findLink, hasFreshLink, issueLink } from './link'
import { hashPassword } from './password'
import { findWeakness, type Weakness } from './password-strength'
import { type ActivationInput, activationHours, activationSchema, linkSchema, signUpSchema } from './schema'
import { type StartedSession, startSession } from './session'
import { deviceOf } from './target'
import { countAttempt, countMailAttempts } from './throttle'

const mailed = [
  'developer.signed_up',
  'developer.activation_link_sent',
  'developer.known_address_told',
] as const

/**
 * Signs an address up, or sends its link again. Result and duration are the same for every address: an unknown one gets
 * a developer and a link, an unactivated one a new link, an activated one a mail that says so. With the intent
 * `resend`, a mail is sent however recent the previous one is.
 * @returns refused `domain` for an address that is not of `SIGN_UP_DOMAINS`, known or not; `throttled` when
 *   this address was requested too often
 */
export const requestActivation = command({
  right: 'anyone',
  notifies: 'person',
  input: signUpSchema,
  audit: mailed,
  constantTime: true,
  async prepare({ actor, input: { email } }) {
    if (!hasApprovedDomain(email)) return refused('domain')
    return (await countMailAttempts(email, deviceOf(actor).address)) ?? done(undefined)
  },
  run: (given) => sendLink(given, given.input, given.input.intent === 'resend'),
})

/**
 * Sends a new link to the recipient of an expired one.
 * @returns refused `unknown_link` for one that was never sent, or was replaced; `throttled`
 */
export const renewActivation = command({
  right: 'anyone',
  notifies: 'person',
  input: linkSchema,
  audit: mailed,
  constantTime: true,
  prepare: ({ input: { link } }) => findRecipient(link, 'activation'),
  run: (given) => sendLink(given, given.prepared, true),
})

/**
 * The recipient of a link that is renewed, which authorises that: only their address counts the mail.
 * @returns refused `unknown_link`, `throttled`
 */
export async function findRecipient(link: string, purpose: 'activation' | 'password_reset') {
  const { state, row } = await findLink(link, purpose)
  if (state === 'unknown' || !row) return refused('unknown_link')
  const { developer } = row
  const key = purpose === 'activation' ? developer.email : `reset\0${developer.email}`
  return (await countMailAttempts(key)) ?? done(developer)
}

type Sending = Pick<Context<unknown, unknown>, 'transaction' | 'mail' | 'record'>

async function sendLink(
  { transaction, mail, record }: Sending,
  { email, locale }: Pick<Developer, 'email' | 'locale'>,
  resend: boolean,
) {
  const { developer, isNew } = await lockByEmail(transaction, email, locale)
  const { id, activatedAt, suspendedAt } = developer
  const subject = { type: 'developer', id } as const
  if (activatedAt) {
    if ((await countAttempt('known_address_mail', email, transaction)) > 0) return done(undefined)
    const { PORTAL_URL } = getSettings()
    const links = { signInLink: `${PORTAL_URL}/sign-in`, resetLink: `${PORTAL_URL}/forgot-password` }
    await mail(developer, 'address-already-known', links)
    record(subject, {}, 'developer.known_address_told')
  } else if (!suspendedAt && (resend || !(await hasFreshLink(transaction, id, 'activation')))) {
    await sendActivationLink({ transaction, mail }, developer)
    record(subject, {}, isNew ? 'developer.signed_up' : 'developer.activation_link_sent')
  }
  return done(undefined)
}

/**
 * Queues a mail with a new link; the caller has locked the developer's row. Mails to reviewers and administrators name
 * their role, as the first administrator never gets an invitation.
 */
export async function sendActivationLink(
  { transaction, mail }: Mailing,
  { id, email, locale, role }: Pick<Developer, 'id' | 'email' | 'locale' | 'role'>,
): Promise<void> {
  const link = await issueLink(transaction, {
    developerId: id,
    purpose: 'activation',
    hours: activationHours,
  })
  const props = { link: `${getSettings().PORTAL_URL}/activate/${link}`, hours: activationHours }
  const to = { id, email, locale }
  if (role === 'developer') await mail(to, 'activation-link', props)
  else await mail(to, 'reviewer-invitation', { ...props, role, renewable: true })
}

/**
 * Uses an activation link: sets the password, activates the account and signs its owner in. Happens once per account,
 * however many links were mailed. If one link is posted twice, one post succeeds. While terms are in force, a developer
 * accepts the version that the form showed. With SIGN_UP_APPROVAL=required, a developer then waits for an
 * administrator.
 * @returns the session; refused as {@link ActivationRefused}
 */
export const activateDeveloper = command({
  right: 'anyone',
  notifies: 'administrators',
  input: activationSchema,
  audit: 'developer.activated',
  async prepare({ input }) {
    const { state, row } = await findLink(input.link, 'activation')
    if (state !== 'usable') return refused('unusable_link')
    const hashed = await hashFirstPassword(input, row.developer, row.developerId)
    return hashed.ok ? done({ row, passwordHash: hashed.value }) : hashed
  },
  async run(given) {
    const { row, passwordHash } = given.prepared
    const developer = await consumeLink(given.transaction, row)
    return developer ? activate(given, developer, passwordHash) : refused('unusable_link')
  },
})

/** Hashes the password of someone new, after checking it together with the terms. */
export async function hashFirstPassword(
  { password, ...accepted }: ActivationInput,
  { email, role }: Pick<Developer, 'email' | 'role'>,
  account: string,
): Promise<Result<string, Weakness> | TermsRefused> {
  const problem = role === 'developer' ? findProblem(await findCurrentTerms(), accepted) : null
  const weakness = findWeakness(password, email, false)
  if (problem) return { ...refused(problem), weakness }
  return weakness ? refused(weakness) : done(await hashPassword(password, account))
}

type Activating = Pick<
  Context<ActivationInput, unknown>,
  'transaction' | 'actor' | 'input' | 'mail' | 'record' | 'join'
>

/**
 * Activates an account that is not, whose row is locked. It is no confirmation of who is there.
 * @returns the session; refused `terms_required`, or `terms_newer` if they came into force meanwhile
 */
export async function activate(
  { transaction, actor, input, mail, record, join }: Activating,
  { id, role }: Developer,
  passwordHash: string,
): Promise<{ ok: true; value: StartedSession } | TermsRefused> {
  const terms = role === 'developer' ? await findCurrentTerms(transaction) : null
  const late = findProblem(terms, input)
  if (late) return { ...refused(late), weakness: null }
  const waits = role === 'developer' && getSettings().SIGN_UP_APPROVAL === 'required'
  const developer = await transaction.developer.update({
    where: { id },
    data: { passwordHash, activatedAt: now(), ...(waits ? { approval: 'waiting' } : {}) },
  })
  const session = await startSession({ transaction, mail }, developer, deviceOf(actor))
  if (waits) await requestApproval({ transaction, mail }, developer)
  record({ type: 'developer', id }, {}, 'developer.activated', { id, role })
  if (!terms) return done(session)
  const accepted = { version: terms.version, locale: input.termsLocale ?? 'en' } as const
  const { ok } = await join(acceptTerms, { actor: { id, role }, input: accepted })
  return ok ? done(session) : { ...refused('terms_newer'), weakness: null }
}

async function requestApproval({ transaction, mail }: Mailing, { id, email: personEmail }: Developer) {
  const link = `${getSettings().PORTAL_URL}/administration/developers/${id}`
  await mail(await listAdministrators(transaction), 'approval-requested', {
    personEmail,
    link,
  })
}

type TermsRefusal = 'terms_required' | 'terms_newer'
type TermsRefused = { ok: false; reason: TermsRefusal; weakness: Weakness | null }

/**
 * Why an account is not activated: the weakness of the password, `unusable_link`, `terms_required`, `terms_newer` if
 * another version than the one shown is in force, with the weakness, if any; of an invited person also `domain` (not of
 * `SIGN_UP_DOMAINS`). The link remains usable.
 */
export type ActivationRefused = { ok: false; reason: Weakness | 'unusable_link' | 'domain' } | TermsRefused

/** Whether someone may sign up with this address: it is of exactly a domain of `SIGN_UP_DOMAINS`, if that lists any. */
export function hasApprovedDomain(email: string): boolean {
  const domains = getSettings().SIGN_UP_DOMAINS
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** The reason why an activation does not accept the terms in force; null if none are, or if it does. */
function findProblem(
  terms: TermsVersion | null,
  { terms: ticked, termsVersion }: Pick<ActivationInput, 'terms' | 'termsVersion'>,
): TermsRefusal | null {
  if (!terms) return null
  if (termsVersion !== terms.version) return 'terms_newer'
  return ticked ? null : 'terms_required'
}

import { command } from '@/lib/commands/command'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { consumeLink, findLink, hasFreshLink, issueLink } from './link'
import { browserHours, emailAddressSchema, linkSchema } from './schema'
import { deviceOf } from './target'
import { countMailAttempts } from './throttle'

/**
 * Mails a link that makes the browser in which it is opened known to the account (`rememberDevice`). In a known browser
 * the owner can sign in with their password however many guesses strangers make, as those no longer count there. Result
 * and duration are the same for every address; accounts that cannot sign in get nothing. With the intent `resend`, a
 * mail is sent however recent the previous one is.
 * @returns refused `throttled` when this address was requested too often
 */
export const requestBrowserLink = command({
  right: 'anyone',
  notifies: 'person',
  input: emailAddressSchema,
  audit: 'developer.known_browser_link_sent',
  constantTime: true,
  prepare: async ({ actor, input: { email } }) =>
    (await countMailAttempts(`browser\0${email}`, deviceOf(actor).address)) ?? done(undefined),
  async run({ transaction, input: { email, intent }, mail, record }) {
    await transaction.$queryRaw`SELECT id FROM developer WHERE email = ${email} FOR NO KEY UPDATE`
    const developer = await transaction.developer.findFirst({
      where: { email, activatedAt: { not: null }, suspendedAt: null, deletedAt: null },
    })
    if (!developer) return done(undefined)
    const { id } = developer
    if (intent !== 'resend' && (await hasFreshLink(transaction, id, 'known_browser'))) return done(undefined)
    const grant = { developerId: id, purpose: 'known_browser', hours: browserHours } as const
    const link = `${getSettings().PORTAL_URL}/sign-in/browser/${await issueLink(transaction, grant)}`
    await mail(developer, 'known-browser-link', { link, hours: browserHours })
    record({ type: 'developer', id })
    return done(undefined)
  },
})

/**
 * Uses such a link. It grants no access: the password, and a second factor, are still required.
 * @returns the id of the developer whose account the browser is now known to; refused `unusable_link`
 */
export const makeBrowserKnown = command({
  right: 'anyone',
  input: linkSchema,
  audit: 'developer.browser_made_known',
  async run({ transaction, input: { link }, record }) {
    const { state, row } = await findLink(link, 'known_browser', transaction)
    const developer = state === 'usable' && (await consumeLink(transaction, row))
    if (!developer) return refused('unusable_link')
    record({ type: 'developer', id: developer.id })
    return done(developer.id)
  },
})

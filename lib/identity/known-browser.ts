import { recordAudit } from '@/lib/audit/commands'
import { visitor } from '@/lib/audit/schema'
import { command } from '@/lib/commands/command'
import { inConstantTime } from '@/lib/constant-time'
import { database } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { queueMail } from '@/lib/mail/commands'
import { done, refused } from '@/lib/result'
import { consumeLink, findLink, hasFreshLink, issueLink } from './link'
import { browserHours, linkSchema } from './schema'
import { type Throttled, takeMailAttempts } from './throttle'

/**
 * Mails a link that makes the browser in which it is opened known to the account (`rememberDevice`). In a known browser
 * the owner can sign in with their password however many guesses strangers make, as those no longer count there. Result
 * and duration are the same for every address; accounts that cannot sign in get nothing.
 * @param resend requested explicitly, so that a mail is sent however recent the previous one is
 * @param address the caller's network address
 * @returns refused `throttled` when this address was requested too often
 */
export async function requestBrowserLink(
  { email, resend }: { email: string; resend: boolean },
  address: string,
): Promise<{ ok: true; value: undefined } | Throttled> {
  return inConstantTime(async () => {
    const throttled = await takeMailAttempts(`browser\0${email}`, address)
    if (throttled) return throttled
    await database().$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM developer WHERE email = ${email} FOR NO KEY UPDATE`
      const developer = await transaction.developer.findFirst({
        where: { email, activatedAt: { not: null }, suspendedAt: null, deletedAt: null },
      })
      if (!developer) return
      if (!resend && (await hasFreshLink(transaction, developer.id, 'known_browser'))) return
      const { id: developerId } = developer
      const link = await issueLink(transaction, {
        developerId,
        purpose: 'known_browser',
        hours: browserHours,
      })
      const mail = { link: `${getSettings().PORTAL_URL}/sign-in/browser/${link}`, hours: browserHours }
      await queueMail(transaction, developer, 'known-browser-link', mail)
      const subject = { type: 'developer', id: developerId } as const
      await recordAudit(transaction, visitor, 'developer.known_browser_link_sent', subject)
    })
    return done(undefined)
  })
}

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

import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { findCurrentDeveloper } from '@/app/_request/session'
import { messages } from '@/generated/messages'
import { formats } from '@/i18n/formats'
import { pickLocale } from '@/i18n/locale'
import { now } from '@/lib/clock'
import { isLocale, type Locale, tagOf } from '@/lib/languages'
import { noteReached } from '@/lib/request-context'

export default getRequestConfig(async ({ locale: requested }) => {
  noteReached()
  const locale = isLocale(requested)
    ? requested
    : pickLocale((await cookies()).get('locale')?.value, (await headers()).get('accept-language'))
  return {
    // Which is a language's for next-intl: numbers, plurals and dates follow it.
    locale: tagOf(locale) as Locale,
    messages: messages[locale],
    formats,
    now: now(),
    // Server and browser print the same time.
    timeZone: await findTimeZone(),
    // A missing message is a bug: fail loudly instead of printing its key.
    onError(error) {
      throw error
    },
  }
})

/**
 * The time zone that the signed-in reader has chosen, else UTC. Pages that guard something find out by themselves that
 * the session can't be read; one that shows nothing private is shown all the same.
 */
async function findTimeZone(): Promise<string> {
  const developer = await findCurrentDeveloper().catch(() => null)
  return developer?.timeZone ?? 'UTC'
}

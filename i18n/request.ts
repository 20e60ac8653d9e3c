import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { formats } from '@/i18n/formats'
import { isLocale, pickLocale } from '@/i18n/locale'
import { now } from '@/lib/clock'
import { messages } from '@/messages'

export default getRequestConfig(async ({ locale: requested }) => {
  const locale = isLocale(requested)
    ? requested
    : pickLocale((await cookies()).get('locale')?.value, (await headers()).get('accept-language'))
  return {
    locale,
    messages: messages[locale],
    formats,
    now: now(),
    // Server and browser must print the same time.
    timeZone: 'UTC',
    // A missing message is a bug: fail loudly instead of printing its key.
    onError(error) {
      throw error
    },
  }
})

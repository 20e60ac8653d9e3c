import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { messages } from '@/generated/messages'
import { formats } from '@/i18n/formats'
import { now } from '@/lib/clock'
import type { SessionClaims } from '@/lib/identity/session'
import type { Locale } from '@/lib/languages'
import { asCaller } from './next-request'

const locale = 'en' as const
/** As i18n/request.ts sets them. */
const options = { locale, messages: messages[locale], formats, timeZone: 'UTC' }

/** For `vi.mock('next-intl/server')`: the English texts. */
export const translations = {
  getLocale: async () => locale,
  getTimeZone: async () => 'UTC',
  getFormatter: async () => createFormatter({ ...options, now: now() }),
  getTranslations: async (asked?: string | { locale: Locale; namespace: string }) =>
    createTranslator({
      ...options,
      ...(typeof asked === 'object' ? { ...asked, messages: messages[asked.locale] } : { namespace: asked }),
    } as never),
}

type Page = (props: { params: Promise<object>; searchParams: Promise<object> }) => Promise<ReactNode>

/**
 * The HTML of a page for this person, with everything below it.
 * @param file of the page, without extension
 * @param path of the request, where the page depends on it
 * @throws what the page throws, also for "not found" and redirections
 */
export async function loadPage(
  file: string,
  params: object,
  claims: SessionClaims | null,
  query: object = {},
  path?: string,
): Promise<string> {
  const { default: page } = (await import(/* @vite-ignore */ `@/app/${file}.tsx`)) as { default: Page }
  return asCaller(
    claims,
    async () => {
      const content = await page({ params: Promise.resolve(params), searchParams: Promise.resolve(query) })
      let failure: unknown
      const stream = await renderToReadableStream(
        <AppRouterContext.Provider value={{} as AppRouterInstance}>
          <NextIntlClientProvider {...options} now={now()}>
            {content}
          </NextIntlClientProvider>
        </AppRouterContext.Provider>,
        {
          onError(error: unknown) {
            failure ??= error
          },
        },
      )
      const html = await new Response(stream).text()
      if (failure) throw failure
      return html
    },
    path,
  )
}

import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import type { FormState } from '@/components/ui/form-state'
import { messages } from '@/generated/messages'

/** An action as a server component hands it to a page: its form can be posted without a script, with its state. */
export function postable() {
  const reference = (state?: FormState<string>) => ({
    $$IS_SIGNATURE_EQUAL: (id: string) => id === 'action',
    $$FORM_ACTION() {
      const data = new FormData()
      data.append('state', JSON.stringify(state))
      return { name: 'action', method: 'POST', encType: 'multipart/form-data', data }
    },
  })
  const bind = (_self: unknown, state: FormState<string>) => Object.assign(() => {}, reference(state))
  return Object.assign(async (state: FormState<string>) => state, reference(), { bind })
}

/** The HTML of a page in English. */
async function render(page: ReactNode, formState: unknown = null): Promise<string> {
  const stream = await renderToReadableStream(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
    { formState: formState as never },
  )
  return new Response(stream).text()
}

/**
 * The page that a post of `page` without a script brings, as Next renders it: with the state that the action
 * returned.
 */
export async function renderPosted(
  page: ReactNode,
  state: FormState<string>,
  then: ReactNode = page,
): Promise<string> {
  const key = /name="\$ACTION_KEY" value="(\w+)"/.exec(await render(page))?.[1]
  return render(then, [state, key, 'action', 0])
}

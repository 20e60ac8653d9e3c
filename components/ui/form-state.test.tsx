import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages } from '@/messages'
import { ActionForm } from './action-form'
import { FormDone } from './form-done'
import { type FormAction, FormOutcome, FormStage, type FormState, FormText, HiddenField } from './form-state'
import { TextInput } from './text-input'

/** An action as a server component hands it to the browser: its form can be posted without a script. */
function postable(): FormAction<string> {
  const action = async (state: FormState<string>) => state
  const reference = {
    $$FORM_ACTION: () => ({
      name: 'action',
      method: 'POST',
      encType: 'multipart/form-data',
      data: new FormData(),
    }),
    $$IS_SIGNATURE_EQUAL: (id: string) => id === 'action',
  }
  return Object.assign(action, reference, { bind: () => Object.assign(() => {}, reference) })
}

async function render(page: ReactNode, formState: unknown = null): Promise<string> {
  const stream = await renderToReadableStream(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
    { formState: formState as never },
  )
  return new Response(stream).text()
}

/** The page that a post without a script brings, as Next renders it: with the state that the action returned. */
async function renderPosted(page: ReactNode, state: FormState<string>): Promise<string> {
  const key = /name="\$ACTION_KEY" value="(\w+)"/.exec(await render(page))?.[1]
  return render(page, [state, key, 'action', 0])
}

const form = (
  <ActionForm>
    <FormDone />
    <TextInput name="email" label="E-mail address" defaultValue="first@example.com" />
    <HiddenField name="link" value="given" />
  </ActionForm>
)
const page = (
  <FormStage action={postable()}>
    <FormOutcome otherwise={form}>
      <h1>
        <FormText />
      </h1>
    </FormOutcome>
  </FormStage>
)

test('without a script, a refused form shows what is wrong, above and next to the field, and what was typed', async () => {
  const html = await renderPosted(page, {
    errors: { email: 'Not an address.' },
    error: 'Try later.',
    values: { email: 'typed@', link: 'sent' },
  })
  expect(html).toContain('There is a problem')
  expect(html).toContain('Try later.')
  expect(html).toContain('<a href="#email"')
  expect(html).toContain('aria-describedby="email-error"')
  expect(html).toContain('value="typed@"')
  expect(html).toContain('name="link" value="sent"')
})

test('a form that remains says what was done, and has its field empty again', async () => {
  const html = await renderPosted(page, { done: 'Sent.', values: { email: '' } })
  expect(html).toMatch(/role="status".*Sent\./s)
  expect(html).not.toContain('first@example.com')
  expect(html).not.toContain('There is a problem')
})

test('what the action made replaces the form', async () => {
  const html = await renderPosted(page, { value: 'Check your e-mail' })
  expect(html).toContain('<h1>Check your e-mail</h1>')
  expect(html).not.toContain('E-mail address')
})

test('what was typed before a confirmation is in the form again', async () => {
  const html = await render(
    <ActionForm action={postable() as never} typed={{ email: 'typed@example.com' }}>
      <TextInput name="email" label="E-mail address" />
    </ActionForm>,
  )
  expect(html).toContain('value="typed@example.com"')
})

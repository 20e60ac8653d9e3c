import { expect, test } from 'vitest'
import { postable, render, renderPosted } from '@/test/posted-form'
import { ActionForm } from './action-form'
import { FormDone } from './form-done'
import { FormOutcome, FormStage, FormText, HiddenField } from './form-state'
import { TextInput } from './text-input'

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
  expect(html).toContain('<h1><span>Check your e-mail</span></h1>')
  expect(html).not.toContain('E-mail address')
})

test('what was made after a confirmation on a page of its own is shown first', async () => {
  const html = await render(
    <FormStage action={postable()} outcome={{ value: 'Made.' }}>
      <FormOutcome otherwise={form}>
        <FormText />
      </FormOutcome>
    </FormStage>,
  )
  expect(html).toContain('Made.')
  expect(html).not.toContain('E-mail address')
})

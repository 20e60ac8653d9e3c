import { expect, test } from 'vitest'
import { postable, renderPosted } from '@/test/posted-form'
import { ActionForm } from './action-form'
import { FormDone } from './form-done'
import { FormProvider } from './form-provider'
import { FormOutcome, FormText, HiddenField } from './form-state'
import { SubmitButton } from './submit-button'
import { TextInput } from './text-input'

const form = (
  <ActionForm>
    <FormDone />
    <TextInput name="email" label="E-mail address" defaultValue="first@example.com" />
    <HiddenField name="link" value="given" />
  </ActionForm>
)
const page = (
  <FormProvider action={postable()}>
    <FormOutcome otherwise={form}>
      <h1>
        <FormText />
      </h1>
    </FormOutcome>
  </FormProvider>
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

test('without a script, a form that asks first comes back as it was filled, with the question in it', async () => {
  const page = (
    <FormProvider action={postable()}>
      <ActionForm>
        <TextInput name="reason" label="Reason" />
        <SubmitButton name="outcome" value="approved">
          Approve
        </SubmitButton>
        <SubmitButton name="outcome" value="rejected">
          Reject
        </SubmitButton>
      </ActionForm>
    </FormProvider>
  )
  const html = await renderPosted(page, {
    values: { reason: 'All is <well>.', outcome: 'rejected' },
    errors: { password: 'The password is wrong.' },
    confirmation,
  })
  expect(html).toContain('value="All is &lt;well&gt;."')
  expect(html.match(/<form/g)).toHaveLength(1)
  const asked = html.slice(html.indexOf('<section'))
  expect(asked).toMatch(/<h2[^>]*>Reject Shop<\/h2>/)
  expect(asked).toMatch(/type="hidden" name="confirming" value="yes"/)
  expect(asked).toMatch(/type="password"[^>]* aria-invalid="true"/)
  expect(asked).toMatch(/name="code"/)
  expect(asked).toMatch(/href="\/review\/1"/)
  expect(html.match(/<button[^>]*type="submit"/g)).toHaveLength(1)
  expect(html.match(/name="outcome"[^>]*>/g)).toEqual(['name="outcome" value="rejected"/>'])
  expect(html).not.toContain('<dialog')
})

const confirmation = {
  title: 'Reject Shop',
  warning: null,
  irreversible: false,
  username: 'ada@example.com',
  labels: {
    problem: 'There is a problem',
    show: 'Show password',
    hide: 'Hide password',
    password: 'Password',
    either: 'Enter your password or a code.',
    code: 'Code',
    codeHint: 'Six digits.',
    passkey: 'Use a passkey',
    cancelled: 'Cancelled.',
    known: 'Known.',
    or: 'or',
    provider: null,
    button: 'Continue',
    cancel: 'Cancel',
  },
  page: '/review/1',
  providerLink: '/oidc/confirm',
}

test('only what can be typed has a label by which it is shown again', async () => {
  const form = (
    <FormProvider action={postable()}>
      <ActionForm>
        <TextInput name="code" label="Code" />
        <TextInput name="setupKey" label="Setup key" readOnly />
      </ActionForm>
    </FormProvider>
  )
  const html = await renderPosted(form, {})
  expect(html.match(/name="label\.[^"]*"/g)).toEqual(['name="label.code"'])
})

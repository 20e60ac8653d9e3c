import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signInSchema } from '@/lib/identity/schema'
import { formOf } from '@/test/forms'
import { submitForm } from './action'

vi.mock('next-intl/server', () => ({
  getTranslations: async () => Object.assign((key: string) => key, { has: (key: string) => key !== 'x.new' }),
}))

function post(fields: Record<string, string | File>) {
  const run = vi.fn(async () => ({}))
  return { run, state: submitForm(formOf(fields), signInSchema, 'accounts.errors', run) }
}

test('an issue with a field is shown next to it', async () => {
  const { run, state } = post({ email: 'x', password: '' })
  expect(await state).toMatchObject({
    errors: { email: 'accounts.errors.email_invalid', password: 'accounts.errors.password_required' },
  })
  expect(run).not.toHaveBeenCalled()
})

test('what the schema does not read is shown with what it finds', async () => {
  const also = async () => ({ list: 'wrong' })
  const state = submitForm(formOf({}), signInSchema, 'accounts.errors', async () => ({}), also)
  expect(Object.keys((await state).errors ?? {})).toEqual(['list', 'email', 'password'])
})

test('a form that no browser makes is refused in words, and is no error of the portal', async () => {
  const { run, state } = post({ email: 'a@example.com', password: 'x', next: new File(['/'], 'next') })
  expect(await state).toEqual({ error: 'common.alteredForm', values: { email: 'a@example.com' } })
  expect(run).not.toHaveBeenCalled()
})

test('an issue without a message is shown next to its field all the same', async () => {
  const state = submitForm(formOf({}), z.object({ name: z.string('new') }), 'x', async () => ({}))
  expect(await state).toMatchObject({ errors: { name: 'common.wrongField' } })
})

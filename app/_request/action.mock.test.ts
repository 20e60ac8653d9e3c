import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { signInSchema } from '@/lib/identity/schema'
import { formOf } from '@/test/forms'
import { parseFields, submittedValues } from './action'

vi.mock('next-intl/server', () => ({
  getTranslations: async () => Object.assign((key: string) => key, { has: (key: string) => key !== 'x.new' }),
}))

const none = async () => ({})

test('an issue with a field is shown next to it', async () => {
  const parsed = await parseFields(
    formOf({ email: 'x', password: '' }),
    signInSchema,
    'accounts.errors',
    none,
  )
  expect(parsed).toMatchObject({
    wrong: {
      errors: { email: 'accounts.errors.email_invalid', password: 'accounts.errors.password_required' },
    },
  })
})

test('what the schema does not read is shown with what it finds', async () => {
  const also = async () => ({ list: 'wrong' })
  const parsed = await parseFields(formOf({}), signInSchema, 'accounts.errors', also)
  expect('wrong' in parsed && Object.keys(parsed.wrong.errors ?? {})).toEqual(['list', 'email', 'password'])
})

test('a form that no browser makes is refused in words, and is no error of the portal', async () => {
  const form = formOf({ email: 'a@example.com', password: 'x', next: new File(['/'], 'next') })
  expect(await parseFields(form, signInSchema, 'accounts.errors', none)).toEqual({
    wrong: { error: 'common.alteredForm' },
  })
  expect(submittedValues(form)).toEqual({ email: 'a@example.com' })
})

test('an issue without a message is shown next to its field all the same', async () => {
  const parsed = await parseFields(formOf({}), z.object({ name: z.string('new') }), 'x', none)
  expect(parsed).toMatchObject({ wrong: { errors: { name: 'common.wrongField' } } })
})

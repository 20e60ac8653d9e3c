import { expect, test } from 'vitest'
import { ApplicationState, Environment } from '@/generated/prisma/enums'
import { isNameOf, requiresNameConfirmation } from './schema'

test('only an active Production application is deleted by its name', () => {
  const asked = Object.values(Environment).flatMap((environment) =>
    Object.values(ApplicationState)
      .filter((state) => requiresNameConfirmation({ environment, state }))
      .map((state) => `${environment} ${state}`),
  )
  expect(asked).toEqual(['production active'])
})

test.each([
  ['Payroll', 'Payroll', true],
  ['Payroll', '  Payroll\t', true],
  ['Café de  la  gare', 'Cafe\u0301 de la gare', true],
  ['Payroll', '\u2068Payroll\u2069\u200b', true],
  ['Payroll', 'payroll', false],
  ['Payroll', 'Payrol', false],
  ['Payroll', '', false],
])('the name of %j typed as %j: %s', (name, typed, same) => {
  expect(isNameOf({ name }, typed)).toBe(same)
})

import { expect, test } from 'vitest'
import { decisionSchema, messageSchema, noteSchema, requirementSchema } from './schema'

test('control characters are left out of texts: the database refuses NUL', () => {
  const typed = '\0One\r\nTwo\u001b[2J\tthree\u0000 '
  const clean = 'One\nTwo[2J\tthree'
  expect(messageSchema.parse({ message: typed })).toEqual({ message: clean })
  expect(noteSchema.parse({ note: typed }).note).toBe(clean)
  const decision = { outcome: 'rejected', reason: typed }
  expect(decisionSchema.parse(decision).reason).toBe(clean)
  expect(decisionSchema.safeParse({ ...decision, reason: '\0' }).success).toBe(false)
  expect(messageSchema.safeParse({ message: '\0\0' }).success).toBe(false)
})

test('a rule about two fields is checked next to what is wrong with another', () => {
  const requirement = requirementSchema.safeParse({
    nameEn: 'Statutes',
    pdf: 'on',
    checklistEn: 'One',
    maxMegabytes: 5,
  })
  expect(requirement.error?.issues.map(({ path }) => path[0])).toEqual(['nameFr', 'checklistFr'])
  const decision = decisionSchema.safeParse({
    outcome: 'rejected',
    msisdns: 'x'.repeat(1_000_000),
  })
  expect(decision.error?.issues.map(({ path }) => path[0])).toEqual(['msisdns', 'reason'])
})

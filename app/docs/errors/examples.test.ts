import { expect, test } from 'vitest'
import { type ProblemCode, problemTitles } from '@/gateway/responses/problem'
import { errorCodeNames, errorCodes } from './codes'
import { errorExamples } from './examples'

test.each(errorCodeNames)('the example of %s has the words of the gateway', (code) => {
  const [title, detail] = errorExamples[code]
  if (!errorCodes[code].places.includes('token') || title)
    expect(title).toBe(problemTitles[code as ProblemCode])
  expect(detail).toMatch(/^[A-Z][^…]+\.$/)
})

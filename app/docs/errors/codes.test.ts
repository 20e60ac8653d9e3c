import { expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { errorCodeNames } from '@/lib/error-codes'

test('every error code of the gateway has a page, and every page an error code', () => {
  expect(Object.keys(messages.fr.docs.codes).sort()).toEqual([...errorCodeNames].sort())
})

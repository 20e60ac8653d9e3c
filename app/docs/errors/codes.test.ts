import { expect, test } from 'vitest'
import { errorCodeNames } from '@/components/error-codes'
import { oauthTexts } from '@/lib/oauth/errors'
import { problemTexts } from '@/lib/problems'
import { messages } from '@/messages'

test('every error code of the gateway has a page, and every page an error code', () => {
  expect([...errorCodeNames].sort()).toEqual(
    [...new Set([...Object.keys(problemTexts), ...Object.keys(oauthTexts)])].sort(),
  )
  expect(Object.keys(messages.fr.docs.codes).sort()).toEqual([...errorCodeNames].sort())
})

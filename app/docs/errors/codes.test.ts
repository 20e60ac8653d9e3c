import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCodeNames } from '@/app/docs/errors/codes'
import { problemTitles } from '@/gateway/responses/problem'
import { messages } from '@/messages'

const oauthCodes = [...readFileSync('lib/oauth/errors.ts', 'utf8').matchAll(/^ {2}\| '([a-z_]+)'$/gm)].map(
  ([, code]) => code,
)

test('every error code of the gateway has a page, and every page an error code', () => {
  expect(oauthCodes).toContain('invalid_client')
  expect([...errorCodeNames].sort()).toEqual(
    [...new Set([...Object.keys(problemTitles), ...oauthCodes])].sort(),
  )
  expect(Object.keys(messages.fr.docs.codes).sort()).toEqual([...errorCodeNames].sort())
})

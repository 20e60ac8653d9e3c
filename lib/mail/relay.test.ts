import { expect, test } from 'vitest'
import { describeFailure, toSentence } from './relay'

test('what a relay says is kept in one bounded line, without other addresses and without secrets of the mail', () => {
  const response = [
    '550-5.7.26 <ada@example.org>, not bob@example.org: no SPF, see https://relay.example/why?id=1',
    `550 5.7.26 spam: https://portal.example/activate/very-secret or AbCdEfGhIjKlMnOpQrStUvWxYz ${'x '.repeat(300)}`,
  ].join('\r\n')
  const failure = describeFailure({ command: 'DATA', responseCode: 550, response }, 'ada@example.org')
  expect(toSentence(failure)).toMatch(
    /^The relay answered 550 to DATA: 5\.7\.26 <ada@example\.org>, not …@…: no SPF, see https:\/\/relay\.example\/… 5\.7\.26 spam: https:\/\/portal\.example\/… or … [x ]+$/,
  )
  expect(toSentence(failure).length).toBeLessThan(300)
  // For logs.
  expect(failure.error).toBe('The relay answered 550 to DATA.')
})

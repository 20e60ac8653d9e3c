import { expect, test } from 'vitest'
import { limitSchema } from './schema'

const issueOf = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message

test.each([
  ['1', 1],
  [' 10 000 000 ', 10_000_000],
  ['3\u202f000', 3000],
  ['', null],
  ['   ', null],
])('the limit %j is %s', (callsPerMinute, expected) => {
  expect(limitSchema.parse({ callsPerMinute })).toEqual({ callsPerMinute: expected })
})

test.each(['0', '10000001', '-5', '1.5', '1,000', '1e3', '0x10', '٣', '１', 'many', '9'.repeat(500), '5\0'])(
  'the limit %j is refused',
  (callsPerMinute) => {
    expect(issueOf(limitSchema.safeParse({ callsPerMinute }))).toBe('limit_wrong')
  },
)

import { expect, test } from 'vitest'
import { findMovedLog, listChips, readView, trafficPath } from './filters'

test('criteria are those of programs: dates are whole days, and empty fields of a form count as absent', () => {
  const query = { status: '4xx', endpoint: '', code: 'invalid_msisdn', to: '2026-11-22', before: '17' }
  const { range, given, problems, filter, before } = readView({ ...query, range: 'hour', live: 'on' })
  expect(problems).toEqual([])
  expect(filter).toEqual({ status: '4xx', code: 'invalid_msisdn', to: new Date('2026-11-23T00:00Z') })
  expect(before).toBe(17n)
  expect(trafficPath('a', { range, given }, 'b')).toBe(
    '/applications/a/requests/b?range=hour&status=4xx&code=invalid_msisdn&to=2026-11-22&before=17',
  )
  expect(trafficPath('a', readView({ range: 'x' }))).toBe('/applications/a/traffic')
})

test('criteria are read without marks and blanks around them', () => {
  const { given, filter } = readView({
    code: '\u202ainvalid_msisdn\u202c',
    from: '\ufeff2026-11-22 ',
    status: '4\u200bxx',
  })
  expect(given).toEqual({ code: 'invalid_msisdn', from: '2026-11-22', status: '4xx' })
  expect(filter).toEqual({ status: '4xx', code: 'invalid_msisdn', from: new Date('2026-11-22T00:00Z') })
})

test('each wrong value is named and kept, and nothing is looked for', () => {
  const query = { status: '6xx', endpoint: 'x', code: '\0', from: 'yesterday', before: '-1', to: ['a', 'b'] }
  const { given, problems, filter } = readView(query)
  expect(problems.sort()).toEqual(['before', 'code', 'endpoint', 'from', 'status', 'to'])
  expect(given.from).toBe('yesterday')
  expect(filter).toEqual({})
})

test.each(['0000-01-01', '9999-12-31', '0000-12-31T23:00:00-02:00', '9999-12-31T00:00'])(
  'the database has no use for %s, and no one means it',
  (text) => {
    expect(readView({ from: text, to: text })).toMatchObject({ problems: ['from', 'to'], filter: {} })
  },
)

test('a chip sets a criterion and keeps the others, without the page of the log; pressed again, it removes it', () => {
  const offered = [
    ...['2xx', '4xx', '5xx'].map((value) => ({ name: 'status' as const, value })),
    { name: 'code' as const, value: 'invalid_client' },
  ]
  const chips = (given: object) => new Map(listChips(given, offered).map((chip) => [chip.value, chip]))
  const plain = chips({ endpoint: 'token', before: '9' })
  expect([...plain.keys()]).toEqual(['2xx', '4xx', '5xx', 'invalid_client', 'token'])
  expect(plain.get('4xx')).toMatchObject({ isSet: false, set: { endpoint: 'token', status: '4xx' } })
  expect(plain.get('token')).toMatchObject({ isSet: true, unset: {} })
  const set = chips({ from: '2026-11-22', status: '404', code: 'x' })
  expect(set.get('404')).toMatchObject({ isSet: true, unset: { from: '2026-11-22', code: 'x' } })
  expect(set.get('x')?.isSet).toBe(true)
})

test('URLs of earlier releases mean what they meant', () => {
  const { filter } = readView({ from: '2026-11-20T12:00', to: '2026-11-20T13:00' })
  expect(filter).toEqual({ from: new Date('2026-11-20T12:00Z'), to: new Date('2026-11-20T13:00Z') })
  expect(findMovedLog('a', { range: 'day', from: '2026-11-20T12:00', status: '404' })).toBeNull()
  expect(findMovedLog('a', { status: 'limited', code: 'x', since: '2026-11-20T12:00' })).toBe(
    '/applications/a/traffic?status=429&code=x&from=2026-11-20T12%3A00Z',
  )
  expect(findMovedLog('a', { request: '0190b1d2' })).toBe('/applications/a/requests/0190b1d2')
})

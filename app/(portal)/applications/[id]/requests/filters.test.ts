import { expect, test } from 'vitest'
import { now } from '@/lib/clock'
import { findMovedLog, readView, viewAddress } from '../usage/address'
import { listChips, readFilter, requestsPath } from './filters'

test('criteria are those of programs: dates are whole days, and empty fields of a form count as absent', () => {
  const query = { status: '4xx', endpoint: '', code: 'invalid_msisdn', to: '2026-11-22', before: '17' }
  const { given, problems, filter, before } = readFilter({ ...query, live: 'on' })
  expect(problems).toEqual([])
  expect(filter).toEqual({ status: '4xx', code: 'invalid_msisdn', to: new Date('2026-11-23T00:00Z') })
  expect(before).toBe(17n)
  expect(requestsPath('a', given, 'b')).toBe(
    '/applications/a/requests/b?status=4xx&code=invalid_msisdn&to=2026-11-22&before=17',
  )
})

test('each wrong value is named and kept, and nothing is looked for', () => {
  const query = {
    status: '6xx',
    endpoint: 'x',
    code: '\0',
    from: '2026-11-22T10:00',
    before: '-1',
    to: ['a', 'b'],
  }
  const { given, problems, filter } = readFilter(query)
  expect(problems.sort()).toEqual(['before', 'code', 'endpoint', 'from', 'status', 'to'])
  expect(given.from).toBe('2026-11-22T10:00')
  expect(filter).toEqual({})
})

test('a chip sets a criterion and keeps the others, without the page of the log; pressed again, it removes it', () => {
  const chips = (given: object) =>
    new Map(listChips(given, ['invalid_client']).map((chip) => [chip.day ?? chip.label, chip]))
  const day = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10)
  const plain = chips({ endpoint: 'token', before: '9' })
  expect(plain.get('status:4xx')).toMatchObject({ isSet: false, set: { endpoint: 'token', status: '4xx' } })
  expect(plain.get('endpoint:token')).toMatchObject({ isSet: true, unset: {} })
  expect(plain.get('yesterday')?.set).toEqual({ endpoint: 'token', from: day, to: day })
  const set = chips({ from: day, to: day, status: '404', code: 'x' })
  expect(set.get('yesterday')).toMatchObject({ isSet: true, unset: { status: '404', code: 'x' } })
  expect([set.get('status:404')?.isSet, set.get('code:x')?.isSet, set.has(`from:${day}`)]).toEqual([
    true,
    true,
    false,
  ])
  expect(chips({ from: '2026-11-22T10:00Z' }).get('from:2026-11-22T10:00Z')?.isSet).toBe(true)
})

test('charts open on the last day', () => {
  expect(readView({})).toMatchObject({ range: 'day' })
  expect(viewAddress('a', readView({ range: 'x' }))).toBe('/applications/a/usage')
  expect(viewAddress('a', readView({ range: 'hour' }))).toBe('/applications/a/usage?range=hour')
})

test('a search that the page of charts had leads to the log, and its period to the charts', () => {
  expect(findMovedLog('a', { range: 'day', from: '2026-11-20T12:00', step: '60' })).toBeNull()
  expect(
    findMovedLog('a', { range: 'day', status: 'limited', code: 'quota_exceeded', since: '2026-11-20T12:00' }),
  ).toBe('/applications/a/requests?status=429&code=quota_exceeded&from=2026-11-20T12%3A00Z')
  expect(findMovedLog('a', { status: '404', before: '17' })).toBe(
    '/applications/a/requests?status=404&before=17',
  )
  expect(findMovedLog('a', { request: '0190b1d2' })).toBe('/applications/a/requests/0190b1d2')
})

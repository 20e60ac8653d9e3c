import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLosslessJson } from '@/lib/exact-json'
import { anyAccount } from '@/lib/wallet/account-record'
import { type AccountChange, ChangeError } from '@/lib/wallet/change'
import { formatTimestamp, parseTimestamp } from '@/lib/wallet/timestamp'
import { readEvent } from './debezium'
import { type FeedMapping, parseMapping } from './mapping'

const rules = { ...anyAccount, latest: parseTimestamp('2027-01-01T00:00:00Z') as number }

const accounts = {
  msisdn: { column: 'msisdn', prepend: '221' },
  balance: { column: 'available', minorUnits: true },
  frozenBalance: { column: 'held', minorUnits: true },
  currency: { constant: 'XOF' },
  asOf: { column: 'updated_at', unit: 'us' },
  removeOnDelete: true,
}
const subscribers = {
  msisdn: 'msisdn',
  type: { constant: 'customer' },
  status: { column: 'state', values: { A: 'active', S: 'suspended', B: 'barred' } },
  asOf: { column: 'changed', unit: 'text', zone: 'Africa/Tunis' },
}
const tunisian = {
  msisdn: 'MSISDN',
  balance: { column: 'BALANCE', scale: 3 },
  currency: { column: 'CURRENCY' },
  asOf: { column: 'UPDATED', unit: 'ms' },
}

function mappingOf(tables: object): FeedMapping {
  const mapping = parseMapping(JSON.stringify({ tables }))
  if (typeof mapping === 'string') throw new Error(mapping)
  return mapping
}

const mapping = mappingOf({
  'public.account': accounts,
  'wallet.subscriber': subscribers,
  'WALLET.ACCOUNT': tunisian,
})

const read = (value: unknown, by = mapping) => readEvent(parseLosslessJson(JSON.stringify(value)), by, rules)
const us = 1_795_770_000_123_456

/** Since 2.5 in three units; nanoseconds are more than a double keeps. */
const times = (ms: number) => ({ ts_ms: ms, ts_us: ms * 1000, ts_ns: ms * 1_000_000 })

/** As the connector of PostgreSQL writes it (Debezium 3, its document on the connector). */
function postgres(op: string, before: object | null, after: object | null, source: object = {}) {
  return {
    before,
    after,
    source: {
      version: '3.0.0.Final',
      connector: 'postgresql',
      name: 'wallet',
      ...times(1_795_770_001_000),
      snapshot: op === 'r' ? 'true' : 'false',
      db: 'wallet',
      sequence: '["34566","34567"]',
      schema: 'public',
      table: 'account',
      txId: 556,
      lsn: 34_567,
      xmin: null,
      ...source,
    },
    transaction: null,
    op,
    ...times(1_795_770_001_400),
  }
}

const row = { id: 7, msisdn: 771234567, available: 12_500, held: 0, updated_at: us, note: 'ignored' }
const amounts = { currency: 'XOF', balance: '12500', frozenBalance: '0' }
const change = { msisdn: '221771234567', amounts, asOf: us }

describe('PostgreSQL', () => {
  test.each(['c', 'u', 'r'])('an event %s is the row after it', (op) => {
    expect(read(postgres(op, null, row))).toEqual([change])
    expect(read(postgres(op, { ...row, available: 5 }, row))).toEqual([change])
    expect(read(postgres(op, null, { ...row, msisdn: '771234567  ' }))).toEqual([change])
    expect(read(postgres(op, null, { ...row, msisdn: 'x', updated_at: 'x' }))).toEqual({
      code: 'as_of',
      message: 'updated_at is not a time in us, from the year 2000 on',
      of: { msisdn: undefined, asOf: undefined, hasAmounts: true, hasDetails: false },
    })
  })

  test('an event in its schema', () => {
    const type = (field: string, given: object) => ({ field, optional: true, ...given })
    const fields = [type('msisdn', { type: 'int64' }), type('available', { type: 'int64' })]
    const schema = {
      type: 'struct',
      fields: [{ field: 'after', type: 'struct', fields }],
      name: 'wallet.Envelope',
    }
    expect(read({ schema, payload: postgres('c', null, row) })).toEqual([change])
    const float = { ...schema, fields: [{ field: 'after', fields: [type('available', { type: 'double' })] }] }
    expect(read({ schema: float, payload: postgres('c', null, row) })).toMatchObject({ code: 'float' })
  })

  test('a deletion has the time of its source, at least that of the row', () => {
    const removal = (asOf: number) => [{ op: 'remove', msisdn: '221771234567', asOf }]
    expect(read(postgres('d', row, null))).toEqual(removal(1_795_770_001_000_000))
    expect(read(postgres('d', row, null, { ts_us: us + 5 }))).toEqual(removal(us + 5))
    // Before 2.5.
    expect(read(postgres('d', row, null, { ts_us: undefined }))).toEqual(removal(1_795_770_001_000_000))
    expect(read(postgres('d', { ...row, updated_at: us + 2_000_000 }, null))).toEqual(removal(us + 2_000_000))
    expect(read(postgres('d', { id: 7 }, null))).toMatchObject({ code: 'before' })
    // As of 1970 it would be older than any account, and end none without a word.
    for (const ts_ms of [undefined, 'x', -1])
      expect(read(postgres('d', { msisdn: row.msisdn }, null, { ts_us: undefined, ts_ms }))).toMatchObject({
        code: 'as_of',
        of: { msisdn: '221771234567' },
      })
  })

  test('an update that gives the row another number removes the one before', () => {
    expect(read(postgres('u', { ...row, msisdn: 779999999 }, row))).toEqual([
      { op: 'remove', msisdn: '221779999999', asOf: 1_795_770_001_000_000 },
      change,
    ])
    // Without REPLICA IDENTITY FULL, only the key was known: columns that must not be null have zero, or no text.
    for (const before of [{ id: 7 }, { ...row, msisdn: 0 }, { ...row, msisdn: '' }]) {
      expect(read(postgres('u', before, row))).toEqual([change])
      expect(read(postgres('d', before, null))).toMatchObject({ code: 'before' })
    }
    // Nothing to remove.
    expect(read(postgres('u', { ...row, msisdn: 'n/a' }, row))).toEqual([change])
    // What overtakes the change of one number does not overtake the removal of the other.
    const former = { ...row, msisdn: 779999999 }
    for (const [refused, code] of [
      [postgres('u', former, row, { ts_us: us * 2 }), 'as_of'],
      [postgres('u', former, { ...row, available: 1.5 }), 'amount'],
    ]) {
      const refusal = read(refused) as ChangeError
      expect([refusal.code, Object.keys(refusal.of)]).toEqual([code, ['msisdn']])
    }
  })

  test.each([
    ['s', 1_795_770_000, 1_795_770_000_123, 20_783],
    ['ms', 1_795_770_000_123, 1_795_770_000, us],
    ['us', us, 1_795_770_000_123, 1_795_770_000],
    ['ns', us * 1000, us, 1_795_770_000_123],
  ])('a time in %s is none in another unit, nor is zero', (unit, right, ...wrong) => {
    const by = mappingOf({ 'public.account': { ...accounts, asOf: { column: 'updated_at', unit } } })
    const found = (updated_at: number) => read(postgres('c', null, { ...row, updated_at }), by)
    expect(found(right)).toMatchObject([{ asOf: expect.closeTo(us, -6.5) }])
    for (const value of [...wrong, 0, 9e18]) expect(found(value)).toMatchObject({ code: 'as_of' })
  })

  describe('each column of the mapping', () => {
    const full = mappingOf({
      'public.account': {
        ...accounts,
        currency: { column: 'currency' },
        type: { column: 'type' },
        status: { column: 'state', values: { A: 'active' } },
      },
    })
    const whole = { ...row, currency: 'XOF', type: 'retailer', state: 'A' }
    const given = (more: object) => read(postgres('u', null, { ...whole, ...more }), full)
    const unavailable = '__debezium_unavailable_value'

    test.each(['msisdn', 'available', 'held', 'currency', 'type', 'state', 'updated_at'])(
      'must be in the row after a change, and known: %s',
      (name) => {
        expect(given({ [name]: undefined })).toMatchObject({
          code: 'column',
          message: expect.stringContaining('binlog_row_image=FULL'),
        })
        for (const value of [unavailable, Buffer.from(unavailable).toString('base64')])
          expect(given({ [name]: value })).toMatchObject({
            code: 'column',
            message: expect.stringContaining('REPLICA IDENTITY FULL'),
          })
        // What is refused is overtaken by what comes later for its number.
        const isKnown = name !== 'msisdn' && name !== 'updated_at'
        if (isKnown)
          expect(given({ [name]: undefined })).toMatchObject({
            of: { msisdn: change.msisdn, asOf: us, hasAmounts: true, hasDetails: true },
          })
      },
    )

    test.each([
      ['available', 'null'],
      ['currency', 'null'],
      ['type', 'null'],
      ['state', 'null'],
      ['msisdn', 'msisdn'],
      ['updated_at', 'as_of'],
    ])('%s must not be null', (name, code) => {
      expect(given({ [name]: null })).toMatchObject({ code })
    })

    test('may be null where it is the frozen balance, which is 0 then', () => {
      expect(given({ held: null })).toMatchObject([{ amounts }])
    })

    test('may be missing in the row before it, but for the number', () => {
      const known = { msisdn: 779999999 }
      const others = { available: unavailable, updated_at: unavailable, state: null }
      for (const before of [known, { ...known, ...others }]) {
        const removal = { op: 'remove', msisdn: '221779999999', asOf: 1_795_770_001_000_000 }
        expect(read(postgres('u', before, whole), full)).toMatchObject([removal, { amounts }])
        expect(read(postgres('d', before, null), full)).toEqual([removal])
      }
      const withoutNumber = { ...whole, msisdn: unavailable }
      expect(read(postgres('u', withoutNumber, whole), full)).toMatchObject([{ amounts }])
      expect(read(postgres('d', withoutNumber, null), full)).toMatchObject({ code: 'before' })
    })
  })
})

test('MySQL: the schema is the database; letters stand for states, and text without an offset is of the zone', () => {
  const event = (state: string | null, changed: unknown) => ({
    before: null,
    after: { msisdn: '216200000005', state, changed },
    source: {
      version: '3.0.0.Final',
      connector: 'mysql',
      name: 'wallet',
      ...times(1_795_770_001_000),
      snapshot: 'false',
      db: 'wallet',
      sequence: null,
      table: 'subscriber',
      server_id: 223_344,
      gtid: null,
      file: 'mysql-bin.000003',
      pos: 484,
      row: 0,
      thread: 7,
      query: null,
    },
    transaction: null,
    op: 'u',
    ...times(1_795_770_001_400),
  })
  const timeOf = (changed: unknown) => {
    const [found] = read(event('B', changed)) as AccountChange[]
    return [found?.details?.status, formatTimestamp(found?.asOf ?? 0)]
  }
  expect(timeOf('2026-11-20 23:00:00.123456')).toEqual(['barred', '2026-11-20T22:00:00.123456Z'])
  expect(timeOf('2026-11-20T23:00:00Z')).toEqual(['barred', '2026-11-20T23:00:00.000000Z'])
  expect(timeOf('2026-11-20 23:00:00+00')).toEqual(['barred', '2026-11-20T23:00:00.000000Z'])
  for (const [zone, utc] of [
    ['Africa/Cairo', '2026-04-23T21:00:00.000000Z'],
    ['Atlantic/Cape_Verde', '2026-04-24T00:00:00.000000Z'],
  ]) {
    // In Cairo, an hour before the clocks change.
    const by = mappingOf({
      'wallet.subscriber': { ...subscribers, asOf: { column: 'changed', unit: 'text', zone } },
    })
    const [found] = read(event('B', '2026-04-23 23:00:00'), by) as { asOf: number }[]
    expect(formatTimestamp(found?.asOf ?? 0)).toBe(utc)
    // What is never to end may be in the year 10000 of UTC, which could not be kept with the refusal.
    const isKept = zone === 'Africa/Cairo'
    const { of } = read(event('B', '9999-12-31 23:59:59'), by) as ChangeError
    expect(of.asOf !== undefined).toBe(isKept)
  }
  expect(read(event('X', '2026-11-20 23:00:00'))).toMatchObject({ code: 'status' })
  for (const word of ['constructor', '__proto__'])
    expect(read(event(word, '2026-11-20 23:00:00'))).toMatchObject({
      message: expect.stringContaining('has no word'),
    })
  expect(read(event('A', 'yesterday'))).toMatchObject({ code: 'as_of' })
  expect(read(event(null, '2026-11-20 23:00:00'))).toMatchObject({ code: 'null' })
})

describe('Oracle, and decimals', () => {
  const event = (BALANCE: unknown, schema: object | null, more: object = {}) => {
    const payload = {
      before: null,
      after: { MSISDN: '216200000005', BALANCE, CURRENCY: 'TND', UPDATED: 1_795_770_000_123, ...more },
      source: {
        version: '3.0.0.Final',
        connector: 'oracle',
        name: 'server1',
        ...times(1_795_770_001_000),
        snapshot: 'false',
        db: 'ORCLPDB1',
        sequence: null,
        schema: 'WALLET',
        table: 'ACCOUNT',
        txId: '6.28.807',
        scn: '2122184',
        commit_scn: '2122185',
        lcr_position: null,
        rs_id: '001234.00012345.0124',
        ssn: 1,
        redo_thread: 1,
        user_name: 'WALLET',
        row_id: 'AAASgjAAMAAAACnAAA',
      },
      transaction: null,
      op: 'c',
      ...times(1_795_770_001_400),
    }
    const field = { field: 'BALANCE', ...schema }
    return schema ? { schema: { fields: [{ field: 'after', fields: [field] }] }, payload } : payload
  }
  const balance = (value: unknown, schema: object | null, more: object = {}, by = mapping) => {
    const found = read(event(value, schema, more), by)
    return found instanceof ChangeError ? found.code : (found as AccountChange[])[0]?.amounts?.balance
  }
  const decimal = (scale: number) => ({
    type: 'bytes',
    name: 'org.apache.kafka.connect.data.Decimal',
    parameters: { scale: String(scale) },
  })
  const variable = { type: 'struct', name: 'io.debezium.data.VariableScaleDecimal' }
  // 87125 and -250, as two's complement.
  const [bytes, negative] = ['AVRV', '/wY=']

  test('precise: by the schema, or by the scale of the column', () => {
    expect(balance(bytes, decimal(3))).toBe('87.125')
    expect(balance(negative, decimal(3))).toBe('-0.250')
    expect(balance(bytes, null)).toBe('87.125')
    expect(balance({ scale: 3, value: bytes }, variable)).toBe('87.125')
    expect(balance({ scale: 3, value: bytes }, null)).toBe('87.125')
    expect(balance({ scale: -1, value: 'Ag==' }, variable)).toBe('20.000')
    for (const scale of [1e9, 1.5, 'x']) expect(balance({ scale, value: 'Ag==' }, variable)).toBe('amount')
    expect(balance('', decimal(3))).toBe('amount')
    expect(balance(`0.${'0'.repeat(1e6)}1`, { type: 'string' })).toBe('amount')
    for (const schema of [decimal(3), null]) expect(balance('A'.repeat(9e6), schema)).toBe('amount')
    expect(balance(Buffer.alloc(33).toString('base64'), decimal(3))).toBe('amount')
    const large = Buffer.from((10n ** 29n).toString(16).padStart(26, '0'), 'hex').toString('base64')
    expect(balance(large, decimal(3))).toBe('1'.padEnd(27, '0').concat('.000'))
  })

  test('text is text where the schema says so; zeros beyond the decimals of the currency are left out', () => {
    expect(balance('1234', { type: 'string' })).toBe('1234.000')
    expect(balance('87.12500', { type: 'string' })).toBe('87.125')
    expect(balance('87.1255', { type: 'string' })).toBe('decimals')
    expect(balance('12500.00', { type: 'string' }, { CURRENCY: 'XOF' })).toBe('12500')
  })

  test('digits where Base64 was expected stay digits, and are refused where they could be either', () => {
    expect(balance('87.125', null)).toBe('87.125')
    expect(balance('12500', null)).toBe('12500.000')
    expect(balance('1250', null)).toBe('amount')
    expect(balance('-1250', null)).toBe('-1250.000')
    expect(balance('AVR', null)).toBe('amount')
    // JsonConverter with decimal.format=NUMERIC.
    expect(balance(87.125, decimal(3))).toBe('87.125')
    expect(balance('87,125', { type: 'string' })).toBe('amount')
  })

  test('times, states and currencies are read where they come as a decimal', () => {
    const by = mappingOf({
      'WALLET.ACCOUNT': {
        ...tunisian,
        type: { constant: 'retailer' },
        status: { column: 'STATE', values: { 1: 'active', 250: 'barred' } },
      },
    })
    const payload = event('1', null, { STATE: { scale: 0, value: 'APo=' }, UPDATED: 'AaIb+F97' })
    const fields = [
      { field: 'STATE', ...variable },
      { field: 'UPDATED', ...decimal(0) },
      { field: 'BALANCE', type: 'string' },
    ]
    expect(read({ schema: { fields: [{ field: 'after', fields }] }, payload }, by)).toMatchObject([
      {
        details: { type: 'retailer', status: 'barred' },
        asOf: Number(`0x${Buffer.from('AaIb+F97', 'base64').toString('hex')}`) * 1000,
      },
    ])
  })

  test('a number without a precision names an account, too', () => {
    const payload = event('1', null, { MSISDN: { scale: 0, value: 'Mk7jqIU=' } })
    const fields = [
      { field: 'MSISDN', ...variable },
      { field: 'BALANCE', type: 'string' },
    ]
    const named = { schema: { fields: [{ field: 'after', fields }] }, payload }
    expect(read(named)).toMatchObject([{ msisdn: String(BigInt('0x324ee3a885')) }])
    expect(read(event(bytes, null, { MSISDN: { scale: 0, value: 'Mk7jqIU=' } }))).toMatchObject({
      code: 'msisdn',
    })
  })

  test('a time without a zone, which connectors count as if it were UTC, is of the zone of the mapping', () => {
    const local = mappingOf({
      'WALLET.ACCOUNT': { ...tunisian, asOf: { column: 'UPDATED', unit: 'ms', zone: 'Africa/Tunis' } },
    })
    const timeOf = (by: FeedMapping) =>
      (read(event('1', { type: 'string' }), by) as { asOf: number }[])[0]?.asOf
    expect(timeOf(mapping)).toBe(1_795_770_000_123_000)
    expect(timeOf(local)).toBe(1_795_766_400_123_000)
    // As text (time.precision.mode=isostring) it has a Z all the same.
    const by = mappingOf({
      'WALLET.ACCOUNT': { ...tunisian, asOf: { column: 'UPDATED', unit: 'text', zone: 'Africa/Tunis' } },
    })
    const payload = event('87.125', null, { UPDATED: '2026-11-20T23:00:00.5Z' })
    const schema = (name: string) => ({ fields: [{ field: 'after', fields: [{ field: 'UPDATED', name }] }] })
    const utc = parseTimestamp('2026-11-20T23:00:00.5Z') as number
    for (const [name, asOf] of [
      ['ZonedTimestamp', utc] as const,
      ['IsoTimestamp', utc - 3_600_000_000] as const,
    ])
      expect(read({ schema: schema(`io.debezium.time.${name}`), payload }, by)).toMatchObject([{ asOf }])
  })

  test('Base64 is not decoded where nothing says so', () => {
    const plain = mappingOf({ 'WALLET.ACCOUNT': { ...tunisian, balance: { column: 'BALANCE' } } })
    expect(balance(bytes, null, {}, plain)).toBe('amount')
    expect(balance({ scale: 3, value: bytes }, null, {}, plain)).toBe('amount')
    expect(balance('87.125', null, {}, plain)).toBe('87.125')
  })

  test.each(['float', 'float32', 'float64', 'double'])('a %s is refused', (type) => {
    expect(balance(87.125, { type })).toBe('float')
  })

  test('what a schema says is not repeated, which may be long, or no text for PostgreSQL', () => {
    const schema = { fields: [{ field: 'after', fields: [{ field: 'available', type: 'double\u0000' }] }] }
    expect(read({ schema, payload: postgres('c', null, row) })).toMatchObject({
      message: expect.stringMatching(/^available is a double, which/),
    })
  })

  test('minor units are whole numbers, of the scale or of the currency', () => {
    const minor = (more: object) =>
      mappingOf({
        'WALLET.ACCOUNT': { ...tunisian, balance: { column: 'BALANCE', minorUnits: true, ...more } },
      })
    expect(balance(87_125, null, {}, minor({ scale: 3 }))).toBe('87.125')
    expect(balance(bytes, null, {}, minor({ scale: 3 }))).toBe('87.125')
    expect(balance(bytes, decimal(0), {}, minor({}))).toBe('87.125')
    expect(balance(87_125, null, {}, minor({}))).toBe('87.125')
    expect(balance('87.5', { type: 'string' }, {}, minor({}))).toBe('amount')
    expect(balance('87125.00', { type: 'string' }, { CURRENCY: 'TND ' }, minor({}))).toBe('87.125')
    expect(balance(1_250_000, null, { CURRENCY: 'XOF' }, minor({ scale: 2 }))).toBe('12500')
    expect(balance(1_250_050, null, { CURRENCY: 'XOF' }, minor({ scale: 2 }))).toBe('decimals')
  })
})

test.each([
  ['a tombstone', null],
  ['a tombstone in its schema', { schema: null, payload: null }],
  ['a heartbeat', { ts_ms: 1 }],
  ['a heartbeat of three units', times(1_795_770_001_000)],
  [
    'a heartbeat in its schema',
    { schema: { name: 'io.debezium.connector.common.Heartbeat' }, payload: { ts_ms: 1 } },
  ],
  [
    'the begin of a transaction',
    { status: 'BEGIN', id: '1:2', ts_ms: 1, event_count: null, data_collections: null },
  ],
  ['the end of a transaction', { status: 'END', id: '1:2', ts_ms: 1, event_count: 2, data_collections: [] }],
  [
    'a change of the schema',
    { source: { db: 'wallet' }, ts_ms: 1, databaseName: 'wallet', ddl: 'ALTER TABLE x', tableChanges: [] },
  ],
  ['a logical message', postgres('m', null, null)],
  ['a deletion without removeOnDelete', postgres('d', row, null, { schema: 'wallet', table: 'subscriber' })],
])('%s needs nothing', (_what, value) => {
  expect(read(value)).toBe('ignored')
})

test.each(['ddl', 'tableChanges'])('a change with a member %s is none of the schema', (name) => {
  expect(read({ msisdn: '221771234567', status: 'active', asOf: 1, [name]: 1 })).toMatchObject({
    code: 'unknown_member',
  })
})

test('nothing that is JSON stops the events after it', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(1e300, -1, 9e18, {}, [null], '\ud800', us, '9 x'))
  const schema = fc.record({
    fields: fc.oneof(
      value,
      fc.array(fc.record({ field: fc.constantFrom('before', 'after'), fields: value })),
    ),
  })
  const columns = fc.record(
    Object.fromEntries(['msisdn', 'available', 'held', 'updated_at'].map((name) => [name, value])),
  )
  const part = fc.oneof(value, columns)
  const payload = fc
    .tuple(fc.constantFrom('c', 'd', 'u', 't'), part, part, value, value)
    .map(([op, before, after, time, table]) =>
      postgres(op, before as object, after as object, { ts_us: time, table }),
    )
  const given = fc
    .tuple(fc.oneof(schema, value), fc.oneof(payload, value), fc.constantFrom(0, 1.5, 9e18))
    .map(
      // The last one decides how numbers are read.
      ([schema, payload, last]) => ({ schema, payload, last }),
    )
  fc.assert(
    fc.property(given, (event) => {
      expect(read(event)).toSatisfy(
        // The number of what is refused is kept in a column of numbers.
        (found) =>
          found === 'ignored' ||
          Array.isArray(found) ||
          (found instanceof ChangeError && /^(\d{6,15})?$/.test(found.of.msisdn ?? '')),
      )
      expect(read(event.payload)).toBeDefined()
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['a table that is not mapped', postgres('c', null, row, { table: 'other' }), 'table'],
  ['a truncated table', postgres('t', null, null), 'operation', 'A table was truncated'],
  ['an unknown operation', postgres('x', null, row), 'operation'],
  ['an update without a row', postgres('u', null, null), 'after'],
  ['a text', 'x', 'no_change'],
])('%s is refused', (_what, value, code, message = '') => {
  expect(read(value)).toMatchObject({ code, message: expect.stringContaining(message) })
})

test.each([
  ['a flattened row', { ...row, __deleted: 'false' }],
  ['a flattened row in its schema', { schema: { type: 'struct' }, payload: row }],
  ['a CloudEvent', { id: 'x', source: '/debezium/postgresql/wallet', specversion: '1.0', data: row }],
])('%s is refused, with the setting that made it', (_what, value) => {
  expect(read(value)).toMatchObject({ message: expect.stringContaining('ExtractNewRecordState') })
})

test('a change that has a time is refused for the member that is not known', () => {
  expect(read({ msisdn: '221771234567', note: 1, asOf: 1 })).toMatchObject({
    message: 'Has a member that is not known: note',
  })
})

test('a column may have our own words', () => {
  const own = mappingOf({
    'public.account': { ...accounts, type: { column: 'type' }, status: { column: 'status' } },
  })
  const found = (status: string) => read(postgres('c', null, { ...row, type: 'retailer', status }), own)
  expect(found('barred')).toEqual([{ ...change, details: { type: 'retailer', status: 'barred' } }])
  for (const word of ['B', 'constructor']) expect(found(word)).toMatchObject({ code: 'status' })
})

test('without a mapping, events are refused, and changes are not', () => {
  expect(readEvent(postgres('c', null, row), null, rules)).toMatchObject({ code: 'mapping' })
  const given = { msisdn: '221771234567', type: 'customer', status: 'active', asOf: 1e12 }
  expect(readEvent(given, null, rules)).toHaveLength(1)
})

test.each([
  ['text without a zone', { ...subscribers, asOf: { column: 'changed', unit: 'text' } }, 'zone'],
  ['no time', { ...subscribers, asOf: undefined }, 'asOf'],
  ['a time that names no column', { ...subscribers, asOf: { unit: 'ms' } }, 'asOf'],
  ['an unknown zone', { ...subscribers, asOf: { column: 'c', unit: 'text', zone: 'Mars/Base' } }, 'zone'],
  ['an amount without a currency', { ...accounts, currency: undefined }, 'currency'],
  ['a currency that does not exist', { ...accounts, currency: { constant: 'XXX' } }, 'currency'],
  ['a word that is none', { ...subscribers, status: { column: 's', values: { A: 'open' } } }, 'status'],
  ['digits that are none', { ...accounts, msisdn: { column: 'm', prepend: '+221' } }, 'prepend'],
  ['a scale that is none', { ...accounts, balance: { column: 'b', scale: 31 } }, 'scale'],
  [
    'an unknown member of an amount',
    { ...accounts, balance: { column: 'b', minorunits: true } },
    'minorunits',
  ],
  ['a member that is not known', { ...accounts, balances: 'x' }, 'balances'],
  [
    'a word that is a constant and none',
    { ...subscribers, status: { constant: 'open' } },
    'status → constant: ',
  ],
  ['a constant that is no currency', { ...accounts, currency: { constant: 'XXX' } }, 'currency → constant: '],
  [
    'a word that is none, by its letter',
    { ...subscribers, status: { column: 's', values: { A: 'x' } } },
    'values → A: ',
  ],
  ['a type without a status', { ...accounts, type: { column: 't' } }, 'status: is needed with type'],
  ['a status without a type', { ...subscribers, type: undefined }, 'type: is needed with status'],
  [
    'a constant without the other',
    { ...accounts, status: { constant: 'active' } },
    'type: is needed with status',
  ],
  [
    'a frozen balance without a balance',
    { ...accounts, balance: undefined },
    'balance: is needed with frozenBalance',
  ],
  ['nothing to write', { msisdn: 'm', asOf: { column: 'c', unit: 'ms' } }, 'must name'],
])('a mapping with %s stops the start, with its place', (_what, table, place) => {
  expect(parseMapping(JSON.stringify({ tables: { 'public.account': table } }))).toContain(place)
})

test('a mapping that is no JSON, or of a table without schema, is refused', () => {
  expect(parseMapping('{')).toBe('is not JSON')
  expect(parseMapping(JSON.stringify({ tables: { account: accounts } }))).toContain('account')
})

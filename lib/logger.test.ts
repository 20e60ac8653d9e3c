import pino, { type Logger } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adoptConsole, createLogger } from './logger'
import { noteReached, withRequestContext } from './request-context'

const kept = globalThis as { guichetLog?: unknown }
let shared: unknown
let lines: Record<string, unknown>[]

// A separate log, so that other tests' lines do not count towards its limits.
beforeEach(() => {
  shared = kept.guichetLog
  kept.guichetLog = undefined
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) })
})
afterEach(() => {
  kept.guichetLog = shared
  vi.useRealTimers()
})

function createWatched(): Logger {
  const logger = createLogger('test')
  const { stream } = kept.guichetLog as { stream: { write(line: string): void } }
  lines = []
  vi.spyOn(stream, 'write').mockImplementation((line) => {
    // One line, however its values try to make two of it.
    expect(line.trimEnd()).not.toContain('\n')
    lines.push(JSON.parse(line))
  })
  expect(logger[pino.symbols.streamSym as never]).toBe(stream)
  return logger
}

// ASVS 16.2.2, 16.2.4, 16.2.5, 16.4.1
test('values of keys that name a secret are not written, nor one level down; lines are JSON', () => {
  const keys = [
    'password',
    'client_secret',
    'secret',
    'token',
    'access_token',
    'authorization',
    'cookie',
    'link',
  ]
  const held = Object.fromEntries([...keys, 'msisdn'].map((key) => [key, 'hunter2']))
  createWatched().warn({ ...held, request: held, where: 'here\n{"level":50,"msg":"forged"}' }, 'refused')
  const hidden = Object.fromEntries(Object.keys(held).map((key) => [key, '[redacted]']))
  expect(lines).toEqual([
    {
      level: 40,
      time: Date.UTC(2026, 0, 2),
      pid: process.pid,
      hostname: expect.any(String),
      name: 'test',
      ...hidden,
      request: hidden,
      where: 'here\n{"level":50,"msg":"forged"}',
      msg: 'refused',
    },
  ])
})

test('lines name their request', () => {
  const logger = createWatched()
  withRequestContext('an id', () => logger.warn('inside'))
  logger.warn('outside')
  expect(lines.map(({ requestId }) => requestId)).toEqual(['an id', undefined])
})

// ASVS 16.4.2
test('lines of one level that begin alike are limited, and those that were dropped are counted', () => {
  const logger = createWatched()
  const start = 'x'.repeat(100)
  for (let number = 0; number < 103; number++) logger.warn({ number }, start + number)
  logger.warn(`${start.slice(1)}y`)
  logger.error(start)
  for (let number = 0; number < 102; number++) logger.warn({ number })
  vi.advanceTimersByTime(10_000)
  expect(lines).toHaveLength(100 + 2 + 100 + 1)
  expect(lines.at(-1)).toMatchObject({
    level: 40,
    name: 'log',
    msg: 'log lines were dropped',
    dropped: { [`40 ${start}`]: 3, '40 ': 2 },
  })
})

test('tests write warnings and errors only', () => {
  expect(createLogger('test').level).toBe('warn')
  vi.stubEnv('NODE_ENV', 'production')
  expect(createLogger('test').level).toBe('info')
  vi.unstubAllEnvs()
})

describe('output of a library', () => {
  const library = console
  const real = { ...library }
  const listeners = process.listeners('warning')
  let logger: Logger
  beforeEach(() => {
    logger = createWatched()
    logger.level = 'info'
    adoptConsole(logger)
  })
  afterEach(() => {
    Object.assign(library, real)
    process.removeAllListeners('warning')
    for (const each of listeners) process.on('warning', each)
  })

  test('is no error while only a parser has seen a request, or its sender is gone', () => {
    const log = (parsed: boolean, cut: boolean, before = () => {}) =>
      withRequestContext(
        'an id',
        () => {
          before()
          library.error(new SyntaxError('Unexpected token L, LOGMARK is not valid JSON'))
        },
        { parsed, isCut: () => cut },
      )
    log(true, false)
    log(false, true)
    log(true, false, noteReached)
    log(false, false)
    expect(lines.map(({ level }) => level)).toEqual([30, 30, 50, 50])
    // A sender does not write into the log.
    for (const line of lines.slice(0, 2)) expect(JSON.stringify(line)).not.toContain('LOGMARK')
  })

  // ASVS 16.4.2
  test('is counted by its type, so that no text of a caller silences other lines', () => {
    for (let number = 0; number < 1000; number++) {
      withRequestContext('an id', () => library.error(new Error(`sent ${number}`)), {
        parsed: true,
        isCut: () => false,
      })
      library.error('of the portal', new TypeError(`not ${number}`))
      library.error(`text ${number}`)
    }
    logger.error('another')
    expect(lines.at(-1)).toMatchObject({ msg: 'another' })
    vi.advanceTimersByTime(10_000)
    expect(lines).toHaveLength(3 * 100 + 1 + 1)
    const [read, type, text] = [
      '30 a library could not read a request',
      '50 console TypeError',
      '50 console text',
    ]
    expect(lines.at(-1)?.dropped).toEqual({ [`${read}`]: 900, [`${type}`]: 900, [`${text}`]: 900 })
  })

  test.each([
    ['debug', 30],
    ['log', 30],
    ['info', 30],
    ['trace', 30],
    ['warn', 40],
    ['error', 50],
  ] as const)('console.%s becomes a line of level %i', (method, level) => {
    library[method](' a %s \n', 'text')
    expect(lines).toMatchObject([{ level, name: 'test', msg: 'a text' }])
    expect(lines[0]).not.toHaveProperty('stack')
  })

  test("has neither colours nor a caller's text", () => {
    library.error(' \u001b[31m⨯\u001b[39;1m ', new Error('Failed to find "{\\n"level":50} forged"'))
    library.error('in \'one\', `two` and "three"')
    expect(lines).toMatchObject([
      {
        msg: expect.stringMatching(/^⨯ {2}Error: Failed to find "…"/),
        stack: expect.stringContaining('logger.test.ts'),
      },
      { msg: 'in "…", "…" and "…"' },
    ])
    expect(JSON.stringify(lines)).not.toContain('forged')
  })

  test('is cut at 500 characters, and left out where it is empty', () => {
    library.log(' \n ')
    library.log('x'.repeat(600))
    expect(lines.map(({ msg }) => msg)).toEqual(['x'.repeat(500)])
  })

  test("is a warning of the process, once, in place of Node's", () => {
    expect(process.listenerCount('warning')).toBe(1)
    process.emit('warning', Object.assign(new Error(`about "x" ${'y'.repeat(600)}`), { name: 'Deprecation' }))
    expect(lines).toMatchObject([{ level: 40, warning: 'Deprecation', msg: `about "…" ${'y'.repeat(490)}` }])
  })
})

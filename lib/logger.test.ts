import { expect, test, vi } from 'vitest'
import { adoptConsole, createLogger } from './logger'

// ASVS 16.2.2, 16.2.4, 16.2.5, 16.4.1
test('values of keys that name a secret are not written, nor one level down; lines are JSON', async () => {
  const written: string[] = []
  const logger = createLogger('test')
  const stream = (logger as unknown as Record<symbol, { write(line: string): void }>)[
    Object.getOwnPropertySymbols(logger).find((each) => String(each) === 'Symbol(pino.stream)') as symbol
  ]
  vi.spyOn(stream as { write(line: string): void }, 'write').mockImplementation((line) => written.push(line))
  const held = {
    password: 'hunter2',
    client_secret: 'hunter2',
    access_token: 'hunter2',
    authorization: 'Bearer hunter2',
    cookie: 'hunter2',
    link: 'hunter2',
    msisdn: 'hunter2',
  }
  logger.warn({ ...held, request: held, where: 'here\n{"level":50,"msg":"forged"}' }, 'refused')
  expect(written).toHaveLength(1)
  const [line = ''] = written
  expect(line).not.toContain('hunter2')
  // One line, however the values try to make two of it, in UTC.
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toMatchObject({
    name: 'test',
    msg: 'refused',
    request: { password: '[redacted]' },
  })
  expect(Math.abs(JSON.parse(line).time - Date.now())).toBeLessThan(60_000)
})

test("output of a library becomes a line without the caller's text", () => {
  const real = { ...console }
  const listeners = process.listeners('warning')
  const logger = createLogger('test')
  const error = vi.spyOn(logger, 'error')
  try {
    adoptConsole(logger)
    console.error(' \u001b[31m⨯\u001b[39m ', new Error('Failed to find "{\\n"level":50} forged"'))
    expect(error).toHaveBeenCalledWith(
      { stack: expect.stringContaining('logger.test.ts') },
      expect.stringContaining('Failed to find "…"'),
    )
    expect(JSON.stringify(error.mock.calls)).not.toContain('forged')
  } finally {
    Object.assign(console, real)
    process.removeAllListeners('warning')
    for (const each of listeners) process.on('warning', each)
  }
})

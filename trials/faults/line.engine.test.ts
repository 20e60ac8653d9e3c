import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePorts } from '@/scripts/check/ports'
import { waitUntilReady } from '@/scripts/launch/start/ready'
import { type Supervised, supervise } from '@/scripts/launch/start/supervise'
import { findLineObstacle, type Line, openLine } from './line'

// Needs root, socat and ip: elsewhere `npm run faults` reports that it can't run.
describe.skipIf(findLineObstacle() !== null)('a line to a network namespace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-line-'))
  let echo: Server
  let line: Line
  let carriers: Supervised[]
  let client: Socket
  let heard = ''
  let lost = 0

  beforeAll(async () => {
    echo = createServer({ noDelay: true }, (socket) => socket.on('error', () => {}).pipe(socket))
    await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
    const { port } = echo.address() as AddressInfo
    line = await openLine(await findFreePorts(2), [port], () => (lost-- > 0 ? 0 : 1))
    carriers = line.plans.map((plan) => supervise(plan, folder))
    await Promise.all(carriers.map(waitUntilReady))
    client = connect({ host: line.address, port, noDelay: true }).on('error', () => {})
    client.on('data', (piece) => {
      heard += piece
    })
  }, 60_000)

  beforeEach(async () => {
    line.set({ is: 'whole' })
    heard = ''
    await hear('here')
  })

  afterAll(async () => {
    client.destroy()
    await Promise.all(carriers.map((each) => each.stop()))
    line.close()
    echo.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function hear(text: string): Promise<number> {
    const began = performance.now()
    client.write(text.slice(heard.length))
    await vi.waitFor(() => expect(heard).toBe(text), { timeout: 10_000, interval: 2 })
    return performance.now() - began
  }

  test('a cut line carries nothing and sends no error; what waited arrives once it is restored', async () => {
    const closed = vi.fn()
    client.once('close', closed)
    line.set({ is: 'cut' })
    client.write(' again')
    await expect(vi.waitFor(() => expect(heard).toBe('here again'), 400)).rejects.toThrow()
    expect(closed).not.toHaveBeenCalled()
    line.set({ is: 'whole' })
    await vi.waitFor(() => expect(heard).toBe('here again'), 10_000)
  })

  test('a delay applies in each direction', async () => {
    line.set({ is: 'delay', milliseconds: 100 })
    expect(await hear('here late')).toBeGreaterThanOrEqual(195)
  })

  test('a lost packet arrives when TCP resends it', async () => {
    const whole = await hear('here at once')
    lost = 1
    line.set({ is: 'loss', oneIn: 20 })
    expect(await hear('here at once, later')).toBeGreaterThan(whole + 150)
    expect(lost).toBeLessThan(0)
  })
})

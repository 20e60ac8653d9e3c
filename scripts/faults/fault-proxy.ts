import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * How the wire behaves: as it is; `cut`, where nothing arrives and nothing is said; `delay`, where each piece arrives so
 * many milliseconds late; `loss`, where one piece in so many is lost and comes once TCP has sent it again.
 */
export type Wire =
  | { is: 'whole' }
  | { is: 'cut' }
  | { is: 'delay'; milliseconds: number }
  | { is: 'loss'; oneIn: number }

/** A wire between two programs of this machine, with faults: kernels here know no netem. */
export type FaultProxy = { set(wire: Wire): void; close(): void }

/** What TCP waits at least before it sends again (Linux: 200 ms). */
const resendMilliseconds = 200

/**
 * @param to a port of this machine, or the path of a socket
 * @param random from 0 to 1; which pieces are lost
 */
export async function openFaultProxy(
  port: number,
  to: number | string,
  random = Math.random,
): Promise<FaultProxy> {
  const target = typeof to === 'number' ? { port: to, host: '127.0.0.1' } : { path: to }
  const sockets = new Set<Socket>()
  let wire: Wire = { is: 'whole' }
  let heal: (() => void)[] = []
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true })
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => into.destroy())
      from.on('close', () => {
        sockets.delete(from)
        // To who is cut off, the other's end is not to be seen either.
        void whenWhole().then(() => into.destroy())
      })
      void carry(from, into)
    }
  })

  /** One piece after the other, as TCP keeps their order: what is lost holds up what follows. */
  async function carry(from: Socket, into: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        const late = lateness()
        if (late > 0) await new Promise((done) => setTimeout(done, late))
        await whenWhole()
        if (!into.write(piece)) await new Promise((done) => into.once('drain', done).once('close', done))
      }
      await whenWhole()
      into.end()
    } catch {
      // Its 'close' does the rest.
    }
  }

  function lateness(): number {
    if (wire.is === 'delay') return wire.milliseconds
    return wire.is === 'loss' && random() < 1 / wire.oneIn ? resendMilliseconds : 0
  }

  async function whenWhole(): Promise<void> {
    while (wire.is === 'cut') await new Promise<void>((done) => heal.push(done))
  }

  function set(now: Wire): void {
    wire = now
    const waiting = heal
    heal = []
    for (const done of waiting) done()
  }

  await listen(server, port)
  return {
    set,
    close() {
      server.close()
      set({ is: 'whole' })
      for (const socket of sockets) socket.destroy()
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
}

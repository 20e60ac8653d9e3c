import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { findFreePorts } from '@/scripts/check/ports'

/**
 * A wire between two programs of this machine: while it is cut, nothing arrives and no error is sent. Connections that
 * it loses stay silent for ever, as when the machine at the other end was replaced; new ones work.
 */
export type Wire = { cut(): void; restore(): void; lose(): void; close(): void }

/** A wire to a database. @param url of the database @returns its URL at the other end as well */
export async function openWireTo(url: string): Promise<Wire & { url: string }> {
  const far = new URL(url)
  const folder = far.searchParams.get('host')
  const target = Number(far.port || 5432)
  const port = await findFreePorts(1)
  const wire = await openWire(port, folder ? join(folder, `.s.PGSQL.${target}`) : target)
  far.search = ''
  far.host = `127.0.0.1:${port}`
  return { ...wire, url: far.href }
}

/** @param to a port of this machine, or the path of a socket */
async function openWire(port: number, to: number | string): Promise<Wire> {
  const target = typeof to === 'number' ? { port: to, host: '127.0.0.1' } : { path: to }
  const sockets = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let isCut = false
  const waiting: (() => void)[] = []
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
        // While cut off, a program doesn't see the other's end either.
        if (!lost.has(from)) void whenWhole().then(() => into.destroy())
      })
      void carry(from, into)
    }
  })

  async function carry(from: Socket, into: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        await whenWhole()
        if (lost.has(from)) continue
        if (!into.write(piece)) await new Promise((done) => into.once('drain', done).once('close', done))
      }
      await whenWhole()
      if (!lost.has(from)) into.end()
    } catch {
      // Its 'close' does the rest.
    }
  }

  async function whenWhole(): Promise<void> {
    while (isCut) await new Promise<void>((done) => waiting.push(done))
  }

  function restore(): void {
    isCut = false
    for (const done of waiting.splice(0)) done()
  }

  await listen(server, port)
  return {
    cut() {
      isCut = true
    },
    restore,
    lose() {
      for (const socket of sockets) lost.add(socket)
    },
    close() {
      server.close()
      restore()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
}

import { createServer, type Server } from 'node:net'

/**
 * Below the ports that the system uses for outgoing connections, of which a busy test opens thousands; above the
 * gateways' default ports, as a process refuses settings in which two ports are the same.
 */
const range = { first: 4020, end: 8900, step: 20 }

/** The ports among them that fetch and browsers refuse (WHATWG Fetch §2.9, bad ports). */
const refused = [4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697]

/**
 * The first of `count` (19 at most) consecutive free ports, eleven for the journeys' product. No one else finds
 * them while this process lives, even if nothing listens there yet. Searched from a random start, as what is
 * taken may be near.
 * @throws Error when there are none between 4020 and 8900
 */
export async function findFreePorts(count = 11): Promise<number> {
  const places = (range.end - range.first) / range.step
  const start = Math.floor(Math.random() * places)
  for (let place = 0; place < places; place += 1) {
    const first = range.first + ((start + place) % places) * range.step
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if (ports.some((port) => refused.includes(port))) continue
    const holder = await listen(first + range.step - 1)
    if (!holder) continue
    if ((await findTaken(ports)).length === 0) return first
    holder.close()
  }
  throw new Error(`No ${count} free ports in a row between ${range.first} and ${range.end}.`)
}

/** @returns those of `ports` that are in use */
async function findTaken(ports: number[]): Promise<number[]> {
  const free = await Promise.all(ports.map(isFree))
  return ports.filter((_, index) => !free[index])
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port)
  await new Promise((closed) => (server ? server.close(closed) : closed(null)))
  return server !== null
}

/** Does not keep the process alive. @returns null if something listens there */
function listen(port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer().unref()
    server.once('error', () => done(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => done(server))
  })
}

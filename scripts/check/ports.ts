import { createServer } from 'node:net'

/** Below the ports that the system uses for outgoing connections, of which a busy test opens thousands. */
const range = { first: 3900, end: 8900, step: 20 }

/** The ports among them that fetch and browsers refuse (WHATWG Fetch §2.9, bad ports). */
const refused = [4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697]

/**
 * The first of `count` consecutive free ports (nine for the journeys' product), searched from a random start so that
 * concurrent runs search elsewhere.
 * @throws Error when there are none between 3900 and 8900
 */
export async function findFreePorts(count = 9): Promise<number> {
  const places = (range.end - range.first) / range.step
  const start = Math.floor(Math.random() * places)
  for (let place = 0; place < places; place += 1) {
    const first = range.first + ((start + place) % places) * range.step
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if (ports.some((port) => refused.includes(port))) continue
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new Error(`No ${count} free ports in a row between ${range.first} and ${range.end}.`)
}

/** @returns those of `ports` that are in use */
export async function findTaken(ports: number[]): Promise<number[]> {
  const free = await Promise.all(ports.map(isFree))
  return ports.filter((_, index) => !free[index])
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => done(true)))
  })
}

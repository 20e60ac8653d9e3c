import { createServer } from 'node:net'

const count = 9

/**
 * The first of as many free ports in a row as the product of the journeys needs, so that several checkouts can be
 * tested at once.
 * @throws Error when there is none between 3900 and 4900
 */
export async function findFreePorts(): Promise<number> {
  for (let first = 3900; first < 4900; first += 20) {
    const ports = Array.from({ length: count }, (_, index) => first + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new Error('The journeys need nine free ports in a row between 3900 and 4900.')
}

/** @returns those of `ports` that something listens on */
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

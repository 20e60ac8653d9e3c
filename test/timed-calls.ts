import { openRaw } from './raw-http'

/** Requests by their kind; `first` of `total` are sent, and not counted. */
export type TimedCalls = { port: number; requests: Record<string, Uint8Array>; total: number; first: number }

/**
 * The milliseconds that each 401 took, by kind. It runs in its own process, as callers do: in the gateway's thread
 * it would wait for what the gateway does after a response, and measure that.
 */
async function timeRefusals({ port, requests, total, first }: TimedCalls): Promise<Map<string, number[]>> {
  const kinds = Object.keys(requests)
  const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
  const connection = await openRaw(port)
  for (let sent = 0; sent < total; sent++) {
    // Shuffled again for each round, so that no kind always follows the same other.
    if (sent % kinds.length === 0) kinds.sort(() => Math.random() - 0.5)
    const kind = kinds[sent % kinds.length] as string
    const begin = performance.now()
    connection.send(Buffer.from(requests[kind] as Uint8Array))
    const { status } = await connection.read()
    const took = performance.now() - begin
    if (status !== 401) throw new Error(`${kind}: ${status}`)
    if (sent >= first) times.get(kind)?.push(took)
  }
  connection.close()
  return times
}

process.once('message', async (calls: TimedCalls) => {
  process.send?.(await timeRefusals(calls))
  process.disconnect()
})

import { percentile } from '../statistics'

/** Milliseconds; `cpu` is one request's cost for the portal's CPU, which a busy machine hardly changes. */
export type Timing = { p50: number; p95: number; cpu: number }
export type Counts = { warmUps: number; requests: number }

/**
 * Requests a page repeatedly, one request after the other, as one browser would.
 * @param cookie the session, or empty
 * @param metrics the URL of the portal's metrics
 * @returns of the milliseconds from sending a request to the last byte of its response
 * @throws Error when the response is anything but the page itself: a redirect would be fast and mean nothing
 */
export async function timePage(
  url: string,
  cookie: string,
  { warmUps, requests }: Counts,
  metrics: string,
): Promise<Timing> {
  for (let count = 0; count < warmUps; count += 1) await ask(url, cookie)
  const times: number[] = []
  const before = await readProcessorSeconds(metrics)
  for (let count = 0; count < requests; count += 1) times.push(await ask(url, cookie))
  const cpu = ((await readProcessorSeconds(metrics)) - before) * 1000
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu: cpu / requests }
}

async function ask(url: string, cookie: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  await response.arrayBuffer()
  const time = performance.now() - start
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}.`)
  return time
}

async function readProcessorSeconds(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

import { Agent, request } from 'node:http'
import type { Answer } from './expectation'

/** A caller on the far side of the proxy, with keep-alive connections, like real programs. */
export type Caller = {
  ask(
    host: string,
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string,
  ): Promise<Answer | null>
  close(): void
}

const timeoutMs = 10_000

/** @param port the proxy's: the host name selects the environment */
export function createCaller(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 600 })
  return {
    close: () => agent.destroy(),
    ask: (host, method, path, headers = {}, body = '') =>
      new Promise((done) => {
        const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
        const asking = request(
          {
            agent,
            port,
            host: '127.0.0.1',
            method,
            path,
            timeout: timeoutMs,
            headers: { Host: `${host}:${port}`, ...headers, ...length },
          },
          (response) => {
            let text = ''
            response.setEncoding('utf8').on('data', (piece) => {
              text += piece
            })
            const { location } = response.headers
            response.on('end', () => done({ status: response.statusCode ?? 0, body: text, location }))
            response.on('error', () => done(null))
            response.on('aborted', () => done(null))
          },
        )
        asking.on('timeout', () => asking.destroy())
        asking.on('error', () => done(null))
        asking.end(body)
      }),
  }
}

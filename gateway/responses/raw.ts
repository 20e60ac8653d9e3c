import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeGently } from '@/lib/connection-end'
import { type Problem, renderProblem } from './problem'

/** Responds on the bare socket when there is no parsed request to respond to, and closes it. */
export function sendRawProblem(socket: Duplex, portalUrl: string, problem: Problem): void {
  const requestId = randomUUID()
  const body = renderProblem(portalUrl, problem, requestId)
  const headers = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  closeGently(socket, `${headers.join('\r\n')}\r\n${problem.lines}\r\n${body}`)
}

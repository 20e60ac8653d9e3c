import type { Gateway } from './context'
import type { Exchange } from './exchange'
import { jsonLine } from './responses/lines'
import { sendResponse } from './responses/send'

/** `GET /healthz`: the process is alive. */
export function answerAlive(_gateway: Gateway, exchange: Exchange): void {
  sendStatus(exchange, 200, { status: 'alive' })
}

/** `GET /readyz`: the process can serve (lib/health/readiness.ts) and is not stopping. */
export async function answerReady({ draining, readiness }: Gateway, exchange: Exchange): Promise<void> {
  if (draining) return sendStatus(exchange, 503, { status: 'unavailable', reason: 'stopping' })
  const found = await readiness.check()
  if (found.ready) sendStatus(exchange, 200, { status: 'ready' })
  else sendStatus(exchange, 503, { status: 'unavailable', reason: found.reason })
}

function sendStatus(exchange: Exchange, status: number, body: object): void {
  sendResponse(exchange, status, jsonLine, JSON.stringify(body))
}

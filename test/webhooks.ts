import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Owner } from '@/lib/audit/schema'
import { succeed } from '@/lib/result'
import { addEndpoint } from '@/lib/webhooks/endpoint'
import { type EventType, eventTypes } from '@/lib/webhooks/events'
import { executeAs } from '@/scripts/launch/execute-as'
import type { Owner as Sql } from './factories'

export type Received = { headers: IncomingHttpHeaders; body: string; url: string }

/** A receiver of webhooks on this machine: what it got, and what it does with it; 204 unless said otherwise. */
export async function startReceiver(
  respond: RequestListener = (_, response) => response.writeHead(204).end(),
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', () => {
      received.push({
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
        url: request.url ?? '',
      })
      respond(request, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Settings as if the operator had allowed these networks, until the returned function is called. */
export function allowNetworks(networks: string): () => void {
  const holder = globalThis as { guichetSettings?: unknown }
  const before = process.env.WEBHOOK_ALLOWED_NETWORKS
  process.env.WEBHOOK_ALLOWED_NETWORKS = networks
  holder.guichetSettings = undefined
  return () => {
    if (before === undefined) delete process.env.WEBHOOK_ALLOWED_NETWORKS
    else process.env.WEBHOOK_ALLOWED_NETWORKS = before
    holder.guichetSettings = undefined
  }
}

/** The audit entries on an endpoint or a secret, in order. */
export async function readEntries(sql: Sql, subjectId: string) {
  const { rows } = await sql.query(
    `SELECT action, actor_id AS "actorId", actor_role AS "actorRole", detail FROM audit_entry
     WHERE subject_id = $1 ORDER BY sequence`,
    [subjectId],
  )
  return rows
}

/** Adds an endpoint as the page does. */
export async function createEndpoint(
  applicationId: string,
  owner: Owner,
  url = 'https://hooks.example.com/',
  events: readonly EventType[] = eventTypes,
) {
  return succeed(
    executeAs(owner, addEndpoint, { target: applicationId, input: { url, events: [...events] } }),
  )
}

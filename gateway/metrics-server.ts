import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

/** Serves `/metrics` alone, for a port that is not public. */
export function createMetricsServer(registry: Registry): Server {
  return createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const body = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(body)
  })
}

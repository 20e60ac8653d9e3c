// The upper bound of the runtime: node:http that returns one constant JSON.
import { createServer } from 'node:http'

const body = Buffer.from(
  '{"msisdn":"221771234567","type":"customer","status":"active","balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},"asOf":"2026-11-21T09:00:00Z"}',
)

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))

// npm install standardwebhooks
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

/** The ids of events that were handled: an event can arrive twice. Keep them in your database. */
const handled = new Set()

const server = createServer(async (request, response) => {
  // The signature covers the bytes of the body: verify them before you parse them.
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  try {
    const event = webhook.verify(Buffer.concat(pieces), request.headers)
    const id = request.headers['webhook-id']
    if (!handled.has(id)) handle(event)
    handled.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})

function handle({ type, timestamp, data }) {
  console.log(timestamp, type, JSON.stringify(data))
}

server.listen(Number(process.env.PORT ?? 8080), () => console.log(`Listening on ${server.address().port}`))

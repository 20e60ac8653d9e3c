import { setTimeout as pause } from 'node:timers/promises'
import { database } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { newId } from '@/lib/ids'
import { waitUntil } from '@/lib/timeout'
import { createDeveloper } from '@/test/factories'
import { createShop } from '@/test/team'
import { createEndpoint, type Received, startReceiver } from '@/test/webhooks'
import type { Scenario } from './scenario'
import { kill, type World } from './world'

const [endpoints, events, responseMs] = [5, 60, 100]
const timeoutMs = 180_000

/** Every worker is killed while it delivers webhooks, and so is the one that took over. */
export const webhookFault: Scenario = {
  name: 'webhooks',
  title: '`kill -9` of every worker while it delivers webhooks, twice',
  async run(world, { struck }) {
    const receiver = await startReceiver(async (_, response) => {
      await pause(responseMs)
      response.writeHead(204).end()
    })
    try {
      const applicationId = await queue(world, receiver.url)
      for (const share of [0.1, 0.4]) {
        const enough = () => receiver.received.length >= share * endpoints * events
        if (!(await waitUntil(enough, timeoutMs, 10))) throw new Error('no webhook arrives')
        for (const name of world.cluster.processes.keys()) if (name.startsWith('worker-')) kill(world, name)
        struck()
      }
      if (!(await waitUntil(async () => (await countWaiting(world, applicationId)) === 0, timeoutMs, 500)))
        throw new Error('webhooks still wait after three minutes')
      return describe(receiver.received)
    } finally {
      receiver.close()
    }
  },
}

/** @returns the application whose endpoints have the events queued */
async function queue({ owner }: World, url: string): Promise<string> {
  const developer = await createDeveloper({}, owner)
  const applicationId = await createShop(developer)
  for (let each = 0; each < endpoints; each++)
    await createEndpoint(applicationId, developer, `${url}/${each}`, ['secret.retired'])
  for (let each = 0; each < events; each++)
    await database().$transaction((transaction) =>
      recordEvent(transaction, 'secret.retired', { applicationId, secretId: newId() }, applicationId),
    )
  return applicationId
}

async function countWaiting({ owner }: World, applicationId: string): Promise<number> {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS count FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
     WHERE e.application_id = $1 AND d.delivered_at IS NULL`,
    [applicationId],
  )
  return rows[0].count
}

/** @throws Error when one is lost, arrives with another id, or more than twice */
function describe(received: Received[]): string {
  const ids = received.map(({ url, headers }) => `${url} ${headers['webhook-id']}`)
  const distinct = new Set(ids)
  const lost = endpoints * events - distinct.size
  if (lost !== 0) throw new Error(`${lost} of ${endpoints * events} webhooks were lost`)
  for (const id of distinct)
    if (ids.filter((each) => each === id).length > 2) throw new Error(`${id} arrived more than twice`)
  return `${distinct.size} webhooks, 0 lost, ${received.length - distinct.size} doubled with the same id`
}

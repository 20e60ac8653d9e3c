import type { Client } from 'pg'
import { getSettings } from '@/lib/env'
import { createFeed, deletePosition, discardDeadLetters, resumeSender } from '@/lib/feed/commands'
import { readMapping } from '@/lib/feed/mapping'
import { keepAlive, withClient } from '@/lib/pool'
import { rulesOf } from '@/lib/wallet/account-rules'
import { CommandError, count, defineCommand, print } from './command'
import { nameOperator } from './operator'
import { resolveFeed } from './settings'

const usage = `Usage: guichet feed retry
       guichet feed discard [NAME [CODE]]
       guichet feed resume NAME
       guichet feed forget-position NAME PARTITION

  retry            tries every refused change again, with today's settings and FEED_MAPPING
  discard          forgets refused changes that nothing will close: all, those of a sender, or those of it with a code
  resume           ends the pause of a sender, the name of a key in FEED_KEYS
  forget-position  lets a sender begin again in one of its partitions, from any offset. If its numbering began again, load
                   a complete file first that was exported after that: changes from before may be missing`

export default defineCommand({
  usage,
  options: {},
  operands: ['ACTION', '[NAME]', '[PARTITION or CODE]'],
  async run(_values, [action, name, partition]) {
    const connectionString = await resolveFeed()
    const config = { connectionString, application_name: 'guichet-feed-command', ...keepAlive }
    return withClient(config, (client) => act(client, action, name, partition))
  },
})

async function act(client: Client, action = '', name?: string, partition?: string): Promise<number> {
  if (action === 'retry' && name === undefined) return retry(client)
  if (action === 'discard') {
    const discarded = await discardDeadLetters(client, { name, code: partition, operator: nameOperator() })
    print(`${count(discarded, 'refused change')} discarded.`)
    return 0
  }
  if (action === 'resume' && name !== undefined && partition === undefined) {
    if (!(await resumeSender(client, name))) throw new CommandError(`${name} is not paused.`)
    print(`${name} is resumed.`)
    return 0
  }
  if (action === 'forget-position' && name !== undefined && partition !== undefined) {
    if (!(await deletePosition(client, name, partition)))
      throw new CommandError(`${name} has no position in ${partition}.`)
    print(`The position of ${name} in ${partition} is forgotten.`)
    return 0
  }
  throw new CommandError(usage)
}

async function retry(client: Client): Promise<number> {
  const mapping = readMapping(getSettings().FEED_MAPPING)
  const feed = createFeed({ accounts: rulesOf('production'), mapping })
  const { tried, refused } = await feed.retry(client, 'all')
  await feed.end(client)
  print(
    `${count(tried, 'refused change')} tried again: ${tried - refused} applied, ${refused} still refused.`,
  )
  return refused > 0 ? 1 : 0
}

import { setTimeout as pause } from 'node:timers/promises'
import { startContender } from './contenders'
import { useFeatures } from './features'
import { buildServer, describeServer } from './servers'
import { prepareSetting, writeForms } from './setting'
import { collectTokens } from './tokens'
import { measure } from './wrk'

const bar = 1.5

/** Memory of a gateway after some time of mixed load, failures and rehearsals included, to that after a minute. */
export async function measureMemory(minutes: number, say: (line: string) => void): Promise<string> {
  buildServer()
  const setting = await prepareSetting('memory', 1000, 100_000)
  const server = await startContender(describeServer('guichet', setting))
  const { port } = server.contender
  const forms = writeForms(setting)
  const stopFeatures = useFeatures(port, forms, 20)
  const began = Date.now()
  const readings: number[] = []
  try {
    for (let minute = 1; minute <= minutes; minute += 1) {
      const file = await collectTokens(port, forms, `${setting.folder}/tokens.txt`)
      while (Date.now() - began < minute * 60_000) {
        const load = { port, accounts: setting.accounts, seconds: 1, connections: 2 }
        await measure({ ...load, mode: 'balance', file })
        await measure({ ...load, mode: 'token', file: forms })
        await pause(3000)
      }
      readings.push(await server.memory())
      say(`minute ${minute}  ${readings.at(-1)} MB`)
    }
  } finally {
    const sent = await stopFeatures()
    say(`${sent} requests with other features`)
    await server.stop()
    await setting.close()
  }
  const [first = 0] = readings
  const last = readings.at(-1) ?? 0
  const ratio = (last / first).toFixed(2)
  return `${last} MB after ${minutes} minutes of mixed load, failures and rehearsals included, and ${first} after one: a ratio of ${ratio} (bar ≤ ${bar}).`
}

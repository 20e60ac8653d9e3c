import { setTimeout as pause } from 'node:timers/promises'
import { startContender } from './contenders'
import { useFeatures } from './features'
import { startStage } from './stages'
import { collectTokens } from './tokens'
import { measure } from './wrk'

const bar = 1.5

/** Memory of a gateway after some time of mixed load, failures and rehearsals included, to that after a minute. */
export async function measureMemory(minutes: number, say: (line: string) => void): Promise<string> {
  const stage = await startStage('memory', 1000, 100_000)
  const server = await startContender(stage.contender, {})
  const { port } = stage.contender
  const stopFeatures = useFeatures(port, stage.forms, 20)
  const began = Date.now()
  const readings: number[] = []
  try {
    for (let minute = 1; minute <= minutes; minute += 1) {
      const file = await collectTokens(port, stage.forms, `${stage.folder}/tokens.txt`)
      while (Date.now() - began < minute * 60_000) {
        const load = { port, accounts: stage.accounts, seconds: 1, connections: 2, keepAlive: true }
        await measure({ ...load, mode: 'balance', file })
        await measure({ ...load, mode: 'token', file: stage.forms })
        await pause(3000)
      }
      readings.push(await server.memory())
      say(`minute ${minute}  ${readings.at(-1)} MB`)
    }
  } finally {
    const sent = await stopFeatures()
    say(`${sent} requests with other features`)
    await server.stop()
    await stage.stop()
  }
  const [first = 0] = readings
  const last = readings.at(-1) ?? 0
  const ratio = (last / first).toFixed(2)
  return `${last} MB after ${minutes} minutes of mixed load, failures and rehearsals included, and ${first} after one: a ratio of ${ratio} (bar ≤ ${bar}).`
}

import { Agent, get } from 'node:http'
import { waitUntil } from '@/lib/timeout'

/** Applications that rehearse at the same time, and the calls that they make in all. */
export const rehearsing = 100
export const callsPerSecond = 500

/** `stop` returns the milliseconds of each call. @throws Error if one was refused */
export type RehearsalLoad = { stop: () => Promise<number[]> }

type Target = { port: number; tokens: string[]; msisdn: string }

/** Reads balances at the gateway on `port` with each token in turn, at a fixed rate, until it is stopped. */
export function startRehearsalLoad({ port, tokens, msisdn }: Target): RehearsalLoad {
  const agent = new Agent({ keepAlive: true })
  const path = `/api/eWallet/v1/account?msisdn=${msisdn}`
  const latencies: number[] = []
  const began = performance.now()
  let [sent, open] = [0, 0]
  let failure: Error | undefined

  function call(token: string | undefined): void {
    const at = performance.now()
    const headers = { Authorization: `Bearer ${token}` }
    open += 1
    const asking = get({ agent, port, host: '127.0.0.1', path, headers }, (answer) => {
      if (answer.statusCode !== 200) failure = new Error(`a rehearsal got ${answer.statusCode}`)
      answer.resume().on('end', () => {
        open -= 1
        latencies.push(performance.now() - at)
      })
    })
    asking.on('error', (error) => {
      open -= 1
      failure = error
    })
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * callsPerSecond) / 1000)
    for (; sent < due; sent += 1) call(tokens[sent % tokens.length])
  }, 5)
  return {
    async stop() {
      clearInterval(timer)
      await waitUntil(async () => open === 0, 10_000, 50)
      agent.destroy()
      if (failure) throw failure
      return latencies
    },
  }
}

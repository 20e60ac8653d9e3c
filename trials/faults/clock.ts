import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from './scenario'
import { restart, type World } from './world'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const gateway = 'gateway-sandbox-1'
const lasting = 10_000

/** A gateway with a wrong clock: the database's clock must be the one that counts. */
export const clockFault: Scenario = {
  name: 'clock',
  title: 'The clock of a Sandbox gateway is 10 min fast for 10 s, then 10 min slow',
  obstacle: () => (existsSync(library) ? null : 'needs libfaketime (on Debian: apt-get install faketime)'),
  async run(world, { struck, lifted }) {
    const offsets: number[] = []
    for (const offset of ['+10m', '-10m']) {
      await replaceGateway(world, { LD_PRELOAD: library, FAKETIME: offset, DONT_FAKE_MONOTONIC: '1' })
      offsets.push(await readOffset(world))
      if (offset === '+10m') struck()
      await pause(lasting)
    }
    await replaceGateway(world, {})
    lifted()
    if (!offsets.every((offset) => Math.abs(Math.abs(offset) - 600) < 5))
      throw new Error(`its clock was off by ${offsets.join(' and ')} s`)
    return `its own Date said ${offsets.map((offset) => (offset > 0 ? `+${offset}` : offset)).join(' s and ')} s`
  },
}

/** Restarts the gateway with more variables in its environment. */
async function replaceGateway(world: World, env: Record<string, string>): Promise<void> {
  await restart(world, gateway, (plan) => {
    const { LD_PRELOAD: _, FAKETIME: __, DONT_FAKE_MONOTONIC: ___, ...own } = plan.env
    return { ...plan, env: { ...own, ...env } }
  })
}

/** How many whole seconds its responses are dated ahead of this process. */
async function readOffset({ cluster }: World): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${cluster.ports.sandbox[0]}/healthz`)
  await answer.body?.cancel()
  return Math.round((Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1000)
}

import { setTimeout as pause } from 'node:timers/promises'
import { hostNames } from '../cluster/proxy-config'
import type { Caller } from './caller'
import { judge, type Verdict } from './expectation'
import { type Load, startLoad } from './load'
import type { Scenario } from './scenario'
import { readPrivatePage, sendForm, type Visitor } from './visitor'
import { restart } from './world'

/** In addition to the run's own load, so that this scenario itself can report failed calls. */
const rate = 50
const pages = [
  ['/', 'Guichet'],
  ['/sign-in', 'name="password"'],
  ['/docs', 'msisdn'],
] as const
const readers = 2
const betweenPages = 100

/** An operator's update to a new version; unlike the other faults, it must not cost a single call. */
export const rolling: Scenario = {
  name: 'rolling',
  title:
    'Rolling restart: each portal, gateway and worker in turn, the next when the previous one is ready again',
  async run(world, { struck }) {
    const heard: string[] = []
    let during = 'the start'
    const caller = listen(world.caller, (what) => heard.push(`during ${during}, ${what}`))
    const load = startLoad({ ...world, caller, rate })
    const reading = readPages(caller, load, world.visitor)
    struck()
    try {
      const ours = [...world.cluster.processes.keys()].filter((name) => /^(portal|gateway|worker)/.test(name))
      let longest = 0
      for (const name of ours) {
        during = name
        longest = Math.max(longest, await restart(world, name))
      }
      await Promise.all([reading.stop(), load.stop()])
      const failed = load.calls.filter(({ verdict }) => verdict.is !== 'right').length
      if (failed > 0)
        throw new Error(
          [`${failed} of ${load.calls.length} calls failed`, ...load.wrongs, ...heard].join('\n    '),
        )
      const stops = `${ours.length} restarts, the longest stop took ${(longest / 1000).toFixed(1)} s`
      return `${stops}; ${load.calls.length} more calls, none failed`
    } finally {
      await Promise.all([reading.stop(), load.stop()])
    }
  },
}

/** The same caller, reporting its failed calls. */
function listen(caller: Caller, report: (what: string) => void): Caller {
  return {
    ...caller,
    async ask(host, method, path, headers, body) {
      const from = performance.now()
      const answer = await caller.ask(host, method, path, headers, body)
      const took = `after ${Math.round(performance.now() - from)} ms`
      if (!answer) report(`${method} ${host}${path.split('?')[0]}: no response, ${took}`)
      else if (answer.status >= 500 || answer.status === 429)
        report(
          `${method} ${host}${path.split('?')[0]}: ${answer.status} ${answer.body.slice(0, 150)}, ${took}`,
        )
      return answer
    },
  }
}

function readPages(caller: Caller, { calls }: Load, visitor: Visitor) {
  let going = true
  const visits: { kind: string; ask: () => Promise<Verdict> }[] = [
    ...pages.map(([path, text]) => ({
      kind: `the page ${path}`,
      ask: async () => judge(await caller.ask(hostNames.portal, 'GET', path), 200, text),
    })),
    { kind: 'a private page', ask: () => readPrivatePage(caller, visitor) },
    { kind: 'a form', ask: () => sendForm(caller, visitor, 'Rolling') },
  ]
  async function read(turn: number): Promise<void> {
    for (let count = turn; going; count++) {
      const sentAt = performance.now()
      const { kind, ask } = visits[count % visits.length] as (typeof visits)[number]
      const verdict = await ask()
      calls.push({ kind, sentAt, endedAt: performance.now(), verdict })
      await pause(betweenPages)
    }
  }
  const done = Promise.all(Array.from({ length: readers }, (_, turn) => read(turn)))
  return {
    async stop() {
      going = false
      await done
    },
  }
}

import type { Outcome, Step } from './step'

const cores = 2

/**
 * Runs steps concurrently, and starts them in their order: each once those it needs, which are before it, have ended and there is
 * room for it.
 * @param run runs one, and never throws
 * @returns the outcomes in order of completion; after a vital step has failed, nothing more starts
 */
export async function schedule(
  steps: Step[],
  run: (step: Step, failed: Set<string>) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = [...steps]
  const running = new Map<string, Promise<void>>()
  const load = new Map<string, number>()
  const failed = new Set<string>()
  const outcomes: Outcome[] = []

  function canStart({ needs = [], uses = 1 }: Step): boolean {
    const used = [...load.values()].reduce((sum, each) => sum + each, 0)
    const pending = [...waiting.map(({ name }) => name), ...running.keys()]
    return !needs.some((name) => pending.includes(name)) && (used === 0 || used + uses <= cores)
  }

  async function start(step: Step): Promise<void> {
    const outcome = await run(step, failed)
    outcomes.push(outcome)
    if (outcome.count.failed > 0) failed.add(step.name)
    if (outcome.count.failed > 0 && step.vital) waiting.length = 0
    running.delete(step.name)
    load.delete(step.name)
  }

  while (waiting.length > 0 || running.size > 0) {
    for (let step = waiting[0]; step && canStart(step); step = waiting[0]) {
      waiting.shift()
      load.set(step.name, step.uses ?? 1)
      running.set(step.name, start(step))
    }
    await Promise.race(running.values())
  }
  return outcomes
}

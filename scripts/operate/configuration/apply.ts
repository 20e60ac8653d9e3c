import type { SystemActor } from '@/lib/audit/schema'
import type { AnyCommand, Join } from '@/lib/commands/command'
import { executeTogether } from '@/lib/commands/execute'
import type { Transaction } from '@/lib/database'
import { done } from '@/lib/result'
import { type Configuration, type Fault, type Path, sentenceOf } from './file'
import { findDouble, nameOf, type Plan, planSection } from './plan'
import { type Current, type Section, type Step, sections } from './sections'

type Options = { actor: SystemActor; dryRun: boolean; prune: boolean }

/** What was done, or would be: a line for each command. With `faults` nothing is. */
export type Applied = { lines: string[]; faults: Fault[] }

type Work = Options & { configuration: Configuration; applied: Applied; join: Join; transaction: Transaction }
type Planned = { name: string; section: Section; plans: Plan[]; all: Current[] }

/**
 * Applies a configuration in one transaction, each difference by the command of the portal's form. A dry run does the
 * same, and rolls it back.
 * @returns what is wrong, all of it, as far as the commands got
 */
export async function applyConfiguration(configuration: Configuration, options: Options): Promise<Applied> {
  const outcome = await executeTogether(options.actor, async (join, transaction) => {
    const applied: Applied = { lines: [], faults: [...configuration.faults] }
    const work = { ...options, configuration, applied, join, transaction }
    const planned: Planned[] = []
    for (const name of configuration.entries.keys()) planned.push(await plan(work, name))
    if (applied.faults.length === 0) for (const each of planned) await applySection(work, each)
    const isKept = applied.faults.length === 0 && !options.dryRun
    return isKept ? done(applied) : { ok: false as const, reason: 'undone', value: applied }
  })
  const { lines, faults } = outcome.value
  const found = new Map(faults.map((fault) => [JSON.stringify(fault), fault]))
  return {
    lines,
    faults: [...found.values()].sort((one, other) => one.line - other.line || one.column - other.column),
  }
}

/** What another form or file is changing is compared with once it is done. Their order is that of the sections. */
async function plan({ configuration, applied, transaction, actor }: Work, name: string): Promise<Planned> {
  const section = sections[name] as Section
  await section.command.lock?.(transaction, '', { actor, input: undefined })
  const all = await section.read(transaction)
  const { plans, faults } = planSection(configuration, section, configuration.entries.get(name) ?? [], all)
  applied.faults.push(...faults)
  const double = findDouble(section, all)
  if (double !== null) applied.faults.push(configuration.faultAt([name], describeDouble(double)))
  return { name, section, plans, all }
}

/** What stops a list from being managed by a file. */
export function describeDouble(name: string): string {
  return `This installation has two entries called "${name}": rename one in the portal first.`
}

async function applySection(work: Work, { name, section, plans, all }: Planned): Promise<void> {
  const { removesFirst, save, remove, arrange } = section
  const prune = async () => {
    const kept = new Set(plans.map(({ current }) => current?.id))
    for (const each of all)
      if (work.prune && !kept.has(each.id) && !each.retired)
        await remove?.(stepOf(work, [name], nameOf(section, each)), each)
  }
  if (removesFirst) await prune()
  for (const each of plans) await save(stepOf(work, each.path, each.name), each, all)
  if (!removesFirst) await prune()
  const steps = plans.map((each) => [each.name ?? '', stepOf(work, each.path, each.name)] as const)
  if (work.applied.faults.length === 0) await arrange?.(new Map(steps), work.transaction)
}

function stepOf({ configuration, applied, join }: Work, path: Path, entry: string | null): Step {
  const [name = ''] = path
  const { errors, limit, about = {} } = sections[name] as Section
  return async (sign, what, command, request) => {
    applied.lines.push(`${sign} ${name}${entry === null ? '' : ` "${entry}"`}${what ? `: ${what}` : ''}`)
    const outcome = (await join<AnyCommand>(command, request)) as {
      ok: boolean
      reason: string
      value: never
    }
    if (outcome.ok) return outcome.value
    const place = [...path, ...(about[outcome.reason] ?? '').split(' ').filter(Boolean)]
    applied.faults.push(configuration.faultAt(place, sentenceOf(errors, outcome.reason, limit)))
    return null
  }
}

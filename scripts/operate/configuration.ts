import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { stringify } from 'yaml'
import type { SystemActor } from '@/lib/audit/schema'
import type { AnyCommand, Join } from '@/lib/commands/command'
import { executeTogether } from '@/lib/commands/execute'
import { database, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { done } from '@/lib/result'
import { CommandError, count, defineCommand, getCallersFolder, print } from './command'
import {
  type Configuration,
  describeSchema,
  type Fault,
  type Path,
  readConfiguration,
  sentenceOf,
} from './configuration/file'
import { findDouble, nameOf, type Plan, planSection, readValue } from './configuration/plan'
import { type Current, type Section, type Step, type StoredFile, sections } from './configuration/sections'
import { operatorActor } from './operator'
import { requireWritable } from './output'
import { connectScript, connectToMail } from './settings'

const usage = `Usage: guichet configuration export [FILE]
       guichet configuration diff FILE [--prune]
       guichet configuration apply FILE [--dry-run] [--prune]
       guichet configuration schema

Branding, required documents, terms, saved replies, rehearsal cases and the administration's webhooks as a YAML file.

  export     writes what is configured to FILE, with the logo and templates next to it, or the file alone to the output
  diff       lists what "apply" would do, a line each; exits with 0 without differences, 2 with some, 1 if FILE is wrong
  apply      applies FILE in one transaction; what it does not name stays
  schema     prints its JSON Schema, for editors

  --dry-run  lists the same, and changes nothing
  --prune    also removes what the lists in FILE do not name`

export default defineCommand({
  usage,
  options: { 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' } },
  operands: ['ACTION', '[FILE]'],
  async run({ 'dry-run': dryRun = false, prune = false }, [action, file]) {
    const path = file === undefined ? undefined : resolve(getCallersFolder(), file)
    if (action === 'schema' && !path) return print(JSON.stringify(describeSchema(), null, 2)) ?? 0
    if (action === 'export' && !dryRun && !prune) return writeExport(path)
    if (action === 'diff' && path && !dryRun) return (await apply(path, { dryRun: true, prune })) > 0 ? 2 : 0
    if (action === 'apply' && path) {
      const changes = await apply(path, { dryRun, prune })
      print(
        changes === 0
          ? 'Nothing differs.'
          : `${count(changes, 'change')} ${dryRun ? 'to apply' : 'applied'}.`,
      )
      return 0
    }
    throw new CommandError(usage)
  },
})

async function writeExport(path: string | undefined): Promise<number> {
  if (path) requireWritable(path)
  await connectScript('guichet-configuration')
  const { text, files } = await exportConfiguration()
  if (!path) {
    process.stdout.write(text)
    if (files.size > 0) console.error('The logo and templates are only written next to a FILE.')
    return 0
  }
  for (const [name, bytes] of files) {
    const place = resolve(dirname(path), name)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, bytes)
  }
  writeFileSync(path, text)
  return 0
}

/** The text of a configuration file, and the files next to it by their paths. */
type Exported = { text: string; files: Map<string, StoredFile['bytes']> }

/**
 * Writes what is configured as a file: the same bytes for the same state.
 * @throws CommandError for two entries of one name, which a file cannot tell apart
 */
export async function exportConfiguration(): Promise<Exported> {
  const files: Exported['files'] = new Map()
  const values: Record<string, unknown> = { version: 1 }
  for (const [name, section] of Object.entries(sections)) {
    const found = (await section.read(database())).filter(({ retired }) => !retired)
    const double = findDouble(section, found)
    if (double !== null) throw new CommandError(`${name}: ${describeDouble(double)}`)
    // Nothing but their names says in which order those of other lists are.
    if (!section.arrange)
      found.sort((one, other) => compareTexts(nameOf(section, one), nameOf(section, other)))
    const entries = found.map((current) => {
      const value = readValue(section, current)
      if (section.file && current.file)
        value[section.file.key] = place(files, nameOf(section, current), current.file)
      return value
    })
    if (section.named) values[name] = entries
    else if (entries[0]) values[name] = entries[0]
  }
  return { text: stringify(values, { lineWidth: 0 }), files }
}

function compareTexts(one: string | null, other: string | null): number {
  return Number(String(one) > String(other)) - Number(String(one) < String(other))
}

/** A template is in the folder of its document, as two may have the same name. */
function place(files: Exported['files'], entry: string | null, { name, bytes }: StoredFile): string {
  const folder = entry === null ? '' : `templates/${slugOf(entry)}`
  for (let number = 1; ; number++) {
    const path = [folder && (number > 1 ? `${folder}-${number}` : folder), name].filter(Boolean).join('/')
    if (files.has(path)) continue
    files.set(path, bytes)
    return path
  }
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return slug.replace(/^-|-$/g, '') || 'document'
}

/** @returns how many changes there are */
async function apply(path: string, options: { dryRun: boolean; prune: boolean }): Promise<number> {
  await connectToMail('guichet-configuration')
  const configuration = await readConfiguration(path)
  const actor = { ...operatorActor(), configurationFile: configuration.sha256 }
  const { lines, faults } = await applyConfiguration(configuration, { actor, ...options })
  if (faults.length > 0) throw new CommandError(describeFaults(path, faults))
  for (const line of lines) print(line)
  if (!options.dryRun && lines.some((line) => line.startsWith('+ webhooks')))
    print(
      `"Rotate secret" on ${getSettings().PORTAL_URL}/administration/webhooks shows the secret of a new webhook.`,
    )
  return lines.length
}

type Options = { actor: SystemActor; dryRun: boolean; prune: boolean }

/** What was done, or would be: a line for each command. With `faults` nothing is. */
type Applied = { lines: string[]; faults: Fault[] }

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
function describeDouble(name: string): string {
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

function describeFaults(path: string, faults: Fault[]): string {
  return faults.map(({ line, column, sentence }) => `${path}:${line}:${column}: ${sentence}`).join('\n')
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getSettings } from '@/lib/env'
import { CommandError, count, defineCommand, getCallersFolder, print } from './command'
import { applyConfiguration } from './configuration/apply'
import { exportConfiguration } from './configuration/export'
import { describeSchema, type Fault, readConfiguration } from './configuration/file'
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

function describeFaults(path: string, faults: Fault[]): string {
  return faults.map(({ line, column, sentence }) => `${path}:${line}:${column}: ${sentence}`).join('\n')
}

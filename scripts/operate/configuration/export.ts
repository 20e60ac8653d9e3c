import { stringify } from 'yaml'
import { database } from '@/lib/database'
import { CommandError } from '../command'
import { describeDouble } from './apply'
import { findDouble, nameOf, readValue } from './plan'
import { type StoredFile, sections } from './sections'

/** The text of a configuration file, and the files next to it by their paths. */
export type Exported = { text: string; files: Map<string, StoredFile['bytes']> }

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

import type { z } from 'zod'
import type { Configuration, Entry, Fault, Path } from './file'
import { sentenceOf } from './file'
import type { Posted } from './keys'
import type { Change, Current, Section } from './sections'

/** What is to be done for an entry, and its name in a list. */
export type Plan = Change & { path: Path; name: string | null }

/**
 * Compares the entries of a section with what is configured, after the form's schema has had both.
 * @returns a plan for each entry, and what the portal's form would refuse
 */
export function planSection(
  { faultAt }: Configuration,
  section: Section,
  entries: Entry[],
  all: Current[],
): { plans: Plan[]; faults: Fault[] } {
  const faults: Fault[] = []
  const plans = entries.flatMap((entry) => {
    if (!entry.isSound) return []
    const planned = planEntry(section, entry, all)
    if (!Array.isArray(planned)) return [planned]
    for (const { path, message } of planned) {
      const sentence = sentenceOf(section.errors, message, section.limit)
      faults.push(faultAt([...entry.path, ...placeOf(section, String(path[0]))], sentence))
    }
    return []
  })
  const key = section.named?.key ?? ''
  for (const { name, path } of plans) {
    const first = plans.find((each) => each.name === name)
    if (!first || first.path === path) continue
    const { line } = faultAt([...first.path, key], '')
    faults.push(faultAt([...path, key], `The entry in line ${line} has the same name.`))
  }
  return { plans, faults }
}

/** The value of something that is configured, as the file has it; its file is not in it. */
export function readValue({ keys }: Section, { posted }: Current): Posted {
  return Object.fromEntries(Object.entries(keys).map(([key, { read }]) => [key, read(posted)]))
}

/** The name in a list of something that is configured. */
export function nameOf({ named }: Section, { posted }: Current): string | null {
  return named ? String(posted[named.field]) : null
}

/** A name of two that are configured: the file could not say which is meant. */
export function findDouble(section: Section, all: Current[]): string | null {
  const names = all.filter(({ retired }) => !retired).map((each) => nameOf(section, each))
  return names.find((name, index) => name !== null && names.indexOf(name) < index) ?? null
}

function planEntry(section: Section, entry: Entry, all: Current[]): Plan | z.core.$ZodIssue[] {
  const alone = parse(section, entry.value)
  if (section.named && !alone.success) return alone.error.issues
  const name = section.named && alone.data ? String((alone.data as Posted)[section.named.field]) : null
  const same = all.filter((each) => nameOf(section, each) === name)
  const current = same.find(({ retired }) => !retired) ?? same[0] ?? null
  const isFilled = current && !section.whole
  const whole = isFilled ? parse(section, merge(readValue(section, current), entry.value)) : alone
  if (!whole.success) return whole.error.issues
  const before = current && section.form.safeParse(current.posted).data
  const changed = compare(section, whole.data as Posted, (before ?? {}) as Posted)
  const file = isEqual(entry.file, current?.file ?? null) ? undefined : entry.file
  return { path: entry.path, value: entry.value, name, current, input: whole.data, changed, file }
}

function parse({ form, keys }: Section, value: Posted) {
  const posted = Object.entries(keys).map(([key, { post }]) => post(value[key]))
  return form.safeParse(Object.assign({}, ...posted))
}

/** Languages that the file leaves out stay, too. */
function merge(current: Posted, given: Posted): Posted {
  const merged = Object.entries(given).map(([key, value]) => {
    return [key, isMap(value) ? { ...(current[key] as object), ...value } : value]
  })
  return { ...current, ...Object.fromEntries(merged) }
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keys of the file that differ. */
function compare(section: Section, after: Posted, before: Posted): string[] {
  const fields = Object.keys({ ...after, ...before })
  const changed = fields.filter((field) => writeField(after[field]) !== writeField(before[field]))
  return [...new Set(changed.map((field) => placeOf(section, field).join('.')))]
}

/** An empty text, or list, is none. */
function writeField(value: unknown): string {
  return JSON.stringify(value === undefined || value === '' ? [] : value)
}

/** Where in an entry a field of the form is. */
function placeOf({ keys }: Section, field: string): string[] {
  for (const [key, { places = {} }] of Object.entries(keys))
    if (places[field] !== undefined) return [key, places[field]].filter(Boolean)
  return [field]
}

function isEqual(given: Change['file'], current: Change['file']): boolean {
  if (!given || !current) return given === undefined || given === current
  return given.name === current.name && Buffer.from(given.bytes).equals(current.bytes)
}

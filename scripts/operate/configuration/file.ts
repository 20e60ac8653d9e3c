import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { z } from 'zod'
import { messages } from '@/generated/messages'
import { createTranslators } from '@/i18n/translator'
import { closest } from '@/lib/closest'
import { writeCode } from '@/lib/text-input'
import type { Posted } from './keys'
import { type Section, type StoredFile, sections } from './sections'

export type Path = (string | number)[]

/** What is wrong, and where; the first line and column are 1. */
export type Fault = { line: number; column: number; sentence: string }

/** Something that a file configures: a section that is one thing, or one entry of a list. */
export type Entry = { path: Path; value: Posted; file: StoredFile | null | undefined; isSound: boolean }

export type Configuration = {
  sha256: string
  /** By section; those that the file does not name are missing. */
  entries: Map<string, Entry[]>
  faults: Fault[]
  /** A fault at this value, or its key, or at the nearest around it that the file has. */
  faultAt(path: Path, sentence: string, isKey?: boolean): Fault
}

/** More than what can be configured takes, and than any template or logo may have. */
const maxFileBytes = 4 * 1024 * 1024

/** What YAML does not allow either, and PostgreSQL cannot store all of; `\0` and the like write them. */
const unprintable = /\p{Cs}|[^\P{Cc}\t\r\n]/u

const fileSchema = z.strictObject({
  version: z.literal(1),
  ...Object.fromEntries(
    Object.entries(sections).map(([name, { keys, named }]) => {
      const shape = Object.fromEntries(Object.entries(keys).map(([key, { schema }]) => [key, schema]))
      const entry = z.strictObject(shape)
      return [name, (named ? z.array(entry) : entry).optional()]
    }),
  ),
})

/** For editors: JSON Schema (draft 2020-12). What it cannot say, `diff` does. */
export function describeSchema() {
  return z.toJSONSchema(fileSchema, { io: 'input', unrepresentable: 'any' })
}

/**
 * Reads a configuration file, and the files that it names. What is wrong with them is in its `faults`, all of it.
 * @throws the error of the file system if the file itself cannot be read
 */
export async function readConfiguration(path: string): Promise<Configuration> {
  const bytes = await readStart(path)
  const lineCounter = new LineCounter()
  const wrong = findFileFault(bytes)
  const document = parseDocument(wrong ? '' : new TextDecoder().decode(bytes), {
    lineCounter,
    prettyErrors: false,
  })
  const configuration: Configuration = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    entries: new Map(),
    faults: wrong ? [{ line: 1, column: 1, sentence: wrong }] : findYamlFaults(document, lineCounter),
    faultAt: (path, sentence, isKey) => ({ ...positionOf(document, lineCounter, path, isKey), sentence }),
  }
  if (configuration.faults.length > 0) return configuration
  const data = Object(document.toJS())
  const issues = fileSchema.safeParse(document.toJS()).error?.issues ?? []
  for (const issue of issues) configuration.faults.push(...describeIssue(issue, configuration, document))
  const isSound = (of: Path) => !issues.some(({ path: at }) => of.every((part, index) => part === at[index]))
  for (const [name, section] of Object.entries(sections)) {
    const values = section.named ? data[name] : data[name] && [data[name]]
    if (!Array.isArray(values)) continue
    const entries = values.map(async (value: Posted, index): Promise<Entry> => {
      const at = section.named ? [name, index] : [name]
      const stored = isSound(at) ? await readFile(section, value, dirname(path)) : undefined
      if (typeof stored !== 'string') return { path: at, value, file: stored, isSound: isSound(at) }
      configuration.faults.push(configuration.faultAt([...at, section.file?.key ?? ''], stored))
      return { path: at, value, file: undefined, isSound: false }
    })
    configuration.entries.set(name, await Promise.all(entries))
  }
  return configuration
}

function findFileFault(bytes: Buffer): string | null {
  if (bytes.length > maxFileBytes) return 'The file is larger than 4 MB.'
  return isUtf8(bytes) ? null : 'The file has to be UTF-8.'
}

/** What is no YAML, and what of it is not taken: who reviews a file sees each value where it is. */
function findYamlFaults({ errors, warnings, contents }: Document, lineCounter: LineCounter): Fault[] {
  const faults = [...errors, ...warnings].map(({ code, pos, message }) => ({
    ...place(lineCounter, pos[0]),
    sentence:
      code === 'MULTIPLE_DOCS'
        ? 'A file is one YAML document: remove this line and what follows.'
        : `${message}.`,
  }))
  const note = ({ range }: Node, sentence: string) =>
    void faults.push({ ...place(lineCounter, range?.[0] ?? 0), sentence })
  visit(contents, {
    Alias: (_, node) => note(node, 'Aliases are not supported: write the value itself.'),
    Scalar(_, node) {
      const [character] = unprintable.exec(String(node.value)) ?? []
      if (character) note(node, `A text cannot have the character ${writeCode(character)}.`)
    },
  })
  return faults
}

/** @returns undefined where the entry names none; a sentence about one that cannot be used */
async function readFile({ file, errors, limit }: Section, value: Posted, folder: string) {
  const given = file && value[file.key]
  if (!file || typeof given !== 'string') return given as null | undefined
  try {
    const path = realpathSync(resolve(folder, given))
    if (!path.startsWith(join(realpathSync(folder), sep)))
      return `${given} is not next to the configuration file.`
    if (!statSync(path).isFile()) return `${given} is not a file.`
    const read = await file.read({ name: basename(given), bytes: await readStart(path) })
    return read.ok ? read.value : sentenceOf(errors, read.reason, limit)
  } catch (error) {
    return `${given} cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
}

/** One byte more than any file may have is refused by what takes it. */
async function readStart(path: string): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat(await createReadStream(path, { end: maxFileBytes }).toArray())
}

const { en: t } = createTranslators(messages)

/** The portal's sentence for the reason of a refusal; the reason itself where there is none. */
export function sentenceOf(errors: string, reason: string, limit: string | number = ''): string {
  const key = `${errors}.${reason}` as Parameters<typeof t>[0]
  return t.has(key) ? (t as (key: string, values: object) => string)(key, { limit }) : `${reason}.`
}

const kinds: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  number: 'a number',
}

function describeIssue(issue: z.core.$ZodIssue, { faultAt }: Configuration, document: Document): Fault[] {
  const path = issue.path as Path
  const [section = '', ...keys] = path
  const name = path.length > 0 ? `"${keys.filter(isText).join('.') || section}"` : 'The file'
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      faultAt([...path, key], `"${key}" is not a key here.${suggest(key, path)}`, true),
    )
  if (path.length > 0 && !document.hasIn(path)) return [faultAt(path, `${name} is missing.`)]
  const { errors, limit } = sections[section] ?? {}
  const sentence = sentenceOf(errors ?? '', issue.message, limit)
  if (sentence !== `${issue.message}.`) return [faultAt(path, sentence)]
  if (issue.code === 'invalid_type') return [faultAt(path, `${name} has to be ${kinds[issue.expected]}.`)]
  if (issue.code === 'invalid_value')
    return [faultAt(path, `${name} has to be ${issue.values.join(' or ')}.`)]
  return [faultAt(path, sentence)]
}

function isText(part: string | number): part is string {
  return typeof part === 'string'
}

function suggest(key: string, path: Path): string {
  const near = closest(key, knownKeys(describeSchema(), path))
  return near ? ` Did you mean "${near}"?` : ''
}

/** The keys of the schema at a place. */
function knownKeys(schema: z.core.JSONSchema.BaseSchema, path: Path): string[] {
  const at = path.reduce<z.core.JSONSchema._JSONSchema | undefined>((part, key) => {
    if (typeof part !== 'object') return undefined
    return typeof key === 'number' ? (part.items as typeof part) : part.properties?.[key]
  }, schema)
  return Object.keys((typeof at === 'object' && at.properties) || {})
}

function positionOf(
  document: Document,
  lineCounter: LineCounter,
  path: Path,
  isKey = false,
): Pick<Fault, 'line' | 'column'> {
  const parent = document.getIn(path.slice(0, -1), true)
  const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path.at(-1)) : undefined
  const node = document.getIn(path, true)
  // A value that is wrong; of a map or a list, the key.
  const found = isScalar(node) && !isKey ? node : (pair?.key ?? node)
  if (isNode(found) && found.range) return place(lineCounter, found.range[0])
  return path.length > 0 ? positionOf(document, lineCounter, path.slice(0, -1)) : { line: 1, column: 1 }
}

function place(lineCounter: LineCounter, offset: number) {
  const { line, col } = lineCounter.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** An archive that cannot be used. `message` is a sentence for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

const fileName = z.string().regex(/^[a-z0-9_]+\.copy\.gz(\.age)?$/)
const digest = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: digest })).min(1),
  /** the last row of the audit log, which a restored one must end with */
  auditHead: z.object({ sequence: z.string(), hash: digest }).nullable(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.number().int().nonnegative(),
      bytes: z.number().int().nonnegative(),
      sha256: digest,
      file: fileName,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^\d+$/), called: z.boolean() })),
})

/**
 * The contents of an archive. It is a folder: `manifest.json`, its checksum in `manifest.json.sha256`, and for each
 * table one file in PostgreSQL's COPY text format, compressed with gzip and, if recipients were given, encrypted with
 * age. The manifest itself is never encrypted: it names tables and counts rows. An archive never contains keys.
 */
export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = Manifest['tables'][number]

/** Called with the name of the current step, how much of it is done, and of how much. */
export type OnProgress = (what: string, done: number, total: number) => void

/** Whether the tables of an archive are encrypted. */
export function isEncrypted({ tables }: Manifest): boolean {
  return tables.some(({ file }) => file.endsWith('.age'))
}

/** Writes the manifest, last of all: a folder without one was never finished. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(join(folder, 'manifest.json'), text, { mode: 0o600, flush: true })
  const line = `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`
  writeFileSync(join(folder, 'manifest.json.sha256'), line, { mode: 0o600, flush: true })
}

/**
 * A backup's manifest. The backup's files are not read.
 * @throws ArchiveError when there is no complete manifest of this format
 */
export function readManifest(folder: string): Manifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path) || !existsSync(`${path}.sha256`))
    throw new ArchiveError(`${folder}: is not a backup, or one that was broken off before it was complete.`)
  const text = readFileSync(path, 'utf8')
  if (!readFileSync(`${path}.sha256`, 'utf8').startsWith(createHash('sha256').update(text).digest('hex')))
    throw new ArchiveError(`${path}: was changed, its checksum does not match.`)
  const parsed = manifestSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new ArchiveError(`${path}: was written by another version of Guichet.`)
  return parsed.data
}

/**
 * Reads every file of an archive once and compares sizes and checksums.
 * @throws ArchiveError that names the first file that is missing, truncated or changed
 */
export async function verifyArchive(folder: string, onProgress: OnProgress = () => {}): Promise<Manifest> {
  const manifest = readManifest(folder)
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const { file, bytes, sha256 } of manifest.tables) {
    const path = join(folder, file)
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw new ArchiveError(`${path}: is missing.`)
    if (found.size !== bytes) throw new ArchiveError(`${path}: has ${found.size} bytes and not ${bytes}.`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
    if (hash.digest('hex') !== sha256)
      throw new ArchiveError(`${path}: was changed, its checksum does not match.`)
    done += bytes
    onProgress('bytes verified', done, total)
  }
  return manifest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

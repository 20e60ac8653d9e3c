import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, context } from 'esbuild'
import { projectRoot } from '../root'

/** Those of `bundle.mjs`, which starts esbuild for each bundle, so that it ends with it. */
const options = {
  ...{ absWorkingDir: projectRoot, alias: { '@': projectRoot }, tsconfigRaw: {}, jsx: 'automatic' },
  ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external' },
  ...{ sourcemap: 'external', write: false, metafile: true, logLevel: 'error' },
} satisfies BuildOptions

/** A change is often several events. */
const settledMs = 50

/**
 * Bundles programs, and again whenever a source changes. Next reloads the portal's pages by itself.
 * @param programs name of the bundle and its source, relative to the project
 * @param changed gets the names of those that a change made different
 * @returns a function that ends it
 */
export async function bundleOnChange(
  programs: Record<string, string>,
  outDir: string,
  changed: (names: string[]) => unknown,
): Promise<() => Promise<void>> {
  const sources = Object.entries(programs).map(([name, source]) => [name, join(projectRoot, source)])
  const build = await context({ ...options, entryPoints: Object.fromEntries(sources), outdir: outDir })
  const known = new Map<string, string>()

  /** Writes what is different. @returns the names of it, and the folders of all sources */
  async function write(): Promise<{ names: string[]; folders: Set<string> }> {
    const { outputFiles, metafile } = await build.rebuild()
    const different = outputFiles.filter(({ path, hash }) => known.get(path) !== hash)
    for (const { path, hash, contents } of different) {
      writeFileSync(path, contents)
      known.set(path, hash)
    }
    const names = different
      .filter(({ path }) => path.endsWith('.js'))
      .map(({ path }) => basename(path, '.js'))
    return { names, folders: new Set(Object.keys(metafile.inputs).map((file) => file.split('/')[0] ?? '')) }
  }

  mkdirSync(outDir, { recursive: true })
  const { folders } = await write()
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  async function rebuild(): Promise<void> {
    // esbuild reports what it cannot bundle; what runs stays until that is corrected.
    const { names } = await write().catch(() => ({ names: [] }))
    if (names.length > 0) await changed(names)
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(rebuild)
    }, settledMs)
  }
  const watchers = [...folders].map((folder) =>
    watch(join(projectRoot, folder), { recursive: true }, schedule),
  )
  return async () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    await last
    await build.dispose()
  }
}

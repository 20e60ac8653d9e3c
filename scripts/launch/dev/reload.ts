import { type FSWatcher, mkdirSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { context } from 'esbuild'
import { bundleOptions } from '../bundle.mjs'
import { projectRoot } from '../root'

/** A change is often several events. */
const settledMs = 50

/**
 * Bundles programs, and again whenever a source changes.
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
  const build = await context({
    ...bundleOptions(projectRoot),
    absWorkingDir: projectRoot,
    entryPoints: Object.fromEntries(sources),
    outdir: outDir,
    write: false,
    metafile: true,
  })
  const known = new Map<string, string>()
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()

  /** Writes what is different. @returns its names */
  async function write(): Promise<string[]> {
    const { outputFiles = [], metafile } = await build.rebuild()
    const different = outputFiles.filter(({ path, hash }) => known.get(path) !== hash)
    for (const { path, hash, contents } of different) {
      writeFileSync(path, contents)
      known.set(path, hash)
    }
    watchFoldersOf(Object.keys(metafile?.inputs ?? {}))
    return different.filter(({ path }) => path.endsWith('.js')).map(({ path }) => basename(path, '.js'))
  }

  /**
   * Folders, not files: many editors replace a file. All of them each time, as a folder may have been
   * replaced as well.
   */
  function watchFoldersOf(files: string[]): void {
    const earlier = watchers
    const folders = new Set(files.map((file) => join(projectRoot, dirname(file))))
    watchers = [...folders].map((folder) => watch(folder, schedule))
    for (const watcher of earlier) watcher.close()
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(rebuild)
    }, settledMs)
  }

  async function rebuild(): Promise<void> {
    // esbuild reports what it cannot bundle; what runs stays until that is corrected.
    const names = await write().catch(() => [])
    if (names.length > 0) await changed(names)
  }

  mkdirSync(outDir, { recursive: true })
  await write()
  return async () => {
    clearTimeout(timer)
    await last
    for (const watcher of watchers) watcher.close()
    await build.dispose()
  }
}

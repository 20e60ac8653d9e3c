import { rmSync } from 'node:fs'
import { join } from 'node:path'

// Plain JavaScript: the first bundle is that of `npm start` itself. Without worker threads, as esbuild's would keep a process
// running for as long as ours.
process.env.ESBUILD_WORKER_THREADS = '0'
const { buildSync } = await import('esbuild')

/**
 * esbuild's options for TypeScript programs of Node; packages stay in node_modules.
 * @param {string} root the project's folder
 * @param {Record<string, string>} programs name of the bundle and its source, relative to the project
 * @param {string} outDir
 */
export function bundleOptions(root, programs, outDir) {
  return {
    entryPoints: Object.fromEntries(
      Object.entries(programs).map(([out, source]) => [out, join(root, source)]),
    ),
    outdir: outDir,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@': root },
    jsx: 'automatic',
    sourcemap: 'external',
    tsconfigRaw: {},
    logLevel: 'error',
  }
}

/**
 * Bundles programs.
 * @param {string} root the project's folder
 * @param {Record<string, string>} programs name of the bundle and its source, relative to the project
 * @param {string} outDir
 */
export function bundle(root, programs, outDir) {
  buildSync(bundleOptions(root, programs, outDir))
}

/**
 * Bundles one program into a file and, in a folder of the same name, chunks that it loads when needed.
 * @param {string} root the project's folder
 * @param {string} name
 * @param {string} source relative to the project
 * @param {string} outDir
 */
export function bundleProgram(root, name, source, outDir) {
  rmSync(join(outDir, name), { recursive: true, force: true })
  const options = bundleOptions(root, { [name]: source }, outDir)
  buildSync({ ...options, splitting: true, chunkNames: `${name}/[name]-[hash]` })
}

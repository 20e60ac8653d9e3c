import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findCommit } from './commit.mjs'

// Plain JavaScript: the first bundle is that of `npm start` itself. esbuild's command and not its library, whose
// background process would run as long as ours.

/**
 * esbuild's options for our TypeScript programs, which run in Node; packages stay in node_modules.
 * @param {string} root the project's folder
 */
export function bundleOptions(root) {
  return {
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@': root },
    tsconfigRaw: '{}',
    define: { 'process.env.GUICHET_COMMIT': JSON.stringify(findCommit(root)) },
    jsx: 'automatic',
    sourcemap: 'external',
    logLevel: 'error',
  }
}

/**
 * Bundles programs, each into a file and, in a folder of the same name, chunks that it loads when needed.
 * @param {string} root the project's folder
 * @param {Record<string, string>} programs name of the bundle and its source, relative to the project
 * @param {string} outDir
 */
export function bundle(root, programs, outDir) {
  const options = Object.entries(bundleOptions(root)).flatMap(toArguments)
  const esbuild = join(root, 'node_modules', '.bin', 'esbuild')
  for (const [name, source] of Object.entries(programs)) {
    rmSync(join(outDir, name), { recursive: true, force: true })
    const chunks = ['--splitting', `--chunk-names=${name}/[name]-[hash]`]
    execFileSync(esbuild, [`${name}=${join(root, source)}`, ...options, ...chunks, `--outdir=${outDir}`], {
      cwd: root,
      stdio: 'inherit',
    })
  }
}

/**
 * An option of esbuild's library, as its command has it: `logLevel` is `--log-level=error`, `alias` an
 * argument for each.
 */
function toArguments([name, value]) {
  const argument = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  if (value === true) return [argument]
  if (typeof value === 'string') return [`${argument}=${value}`]
  return Object.entries(value).map(([from, to]) => `${argument}:${from}=${to}`)
}

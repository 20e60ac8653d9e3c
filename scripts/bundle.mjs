import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

// Plain JavaScript: the first bundle is that of `npm start` itself. The command and not the library, whose background
// process would stay as long as ours.

/**
 * Bundles TypeScript programs of ours for Node; packages stay where npm put them.
 * @param {string} root the project's folder
 * @param {Record<string, string>} programs name of the bundle and its source, relative to the project
 * @param {string} outDir
 */
export function bundle(root, programs, outDir) {
  const entries = Object.entries(programs).map(([out, source]) => `${out}=${join(root, source)}`)
  const options = [
    ...['--bundle', '--platform=node', '--format=esm', '--target=node20', '--packages=external'],
    ...[
      `--alias:@=${root}`,
      '--jsx=automatic',
      '--sourcemap=external',
      '--tsconfig-raw={}',
      '--log-level=error',
    ],
  ]
  const esbuild = join(root, 'node_modules', '.bin', 'esbuild')
  execFileSync(esbuild, [...entries, ...options, `--outdir=${outDir}`], { cwd: root, stdio: 'inherit' })
}

// `npm run dev`. Plain JavaScript without dependencies: it runs before they are installed.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies } from './install.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const outDir = join(root, '.build-dev')

process.chdir(root)
await installDependencies()
const { bundle } = await import('./bundle.mjs')
// Before the other imports, which need the client that it generates.
bundle(root, { generate: 'scripts/launch/generate.ts' }, outDir)
await import(pathToFileURL(join(outDir, 'generate.js')).href)
const programs = {
  dev: 'scripts/launch/dev/main.ts',
  prepare: 'scripts/operate/prepare/main.ts',
  portal: 'portal/main.ts',
}
bundle(root, programs, outDir)
await import(pathToFileURL(join(outDir, 'dev.js')).href)

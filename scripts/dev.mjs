// `npm run dev`. Plain JavaScript without dependencies: it runs before there are any.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const outDir = join(root, '.build-dev')

process.chdir(root)
await installDependencies()
const { bundle } = await import('./bundle.mjs')
// Before the others, which import the client that it makes.
bundle(root, { generate: 'scripts/generate.ts' }, outDir)
await import(pathToFileURL(join(outDir, 'generate.js')).href)
bundle(root, { dev: 'scripts/dev/main.ts', prepare: 'scripts/operate/prepare/main.ts' }, outDir)
await import(pathToFileURL(join(outDir, 'dev.js')).href)
